/** Who is signed in: a role, and the token by which the server knows that a change comes from its own page. */

import { signal } from "@preact/signals";
import { change, guard, read, RestProblem } from "../rest/client";
import { loop } from "../live/loop";
import type { SessionInfo as Session } from "../rest/types";

export const session = signal<Session | undefined>(undefined);

function use(answer: Session): void {
  session.value = answer;
  guard(answer["csrf-token"]);
}

/** Whether the browser is signed in already, or the server asks nobody. */
export async function findSession(): Promise<void> {
  try {
    use(await read("/session"));
  } catch (error) {
    // Without an answer the loop says so, and tries again.
    if (error instanceof RestProblem && error.status === 401) loop.needsSignIn.value = true;
  }
}

/** RestProblem: the token is wrong, or there were too many wrong ones. */
export async function signIn(token: string): Promise<void> {
  use(await change("POST /session", {}, { token }));
  loop.refresh();
}

export async function signOut(): Promise<void> {
  await change("DELETE /session", {}, undefined);
  session.value = undefined;
  loop.needsSignIn.value = true;
}

export function mayOperate(): boolean {
  return session.value?.role !== "view";
}
