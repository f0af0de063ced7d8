/** The sign-in page: a token becomes the cookies of a session. */

import { useSignal } from "@preact/signals";
import { loop } from "../../live/loop";
import { Note } from "../../parts/cards";
import { useTitle } from "../../parts/title";
import { change } from "../../rest/client";

export function SignInPage() {
  useTitle("Sign in");
  const token = useSignal("");
  const problem = useSignal("");
  const signIn = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await change("POST /session", {}, { token: token.value });
      loop.refresh();
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <main id="main" class="center">
      <form class="panel stack" onSubmit={(event) => void signIn(event)}>
        <h1>Sign in to {location.host}</h1>
        <p class="muted">Who operates jobs can run code on this machine, so the server asks for its token.</p>
        <label class="field">
          <span>Token</span>
          <input
            class="input mono"
            type="password"
            autocomplete="current-password"
            required
            value={token.value}
            onInput={(event) => (token.value = event.currentTarget.value)}
          />
        </label>
        {problem.value && <Note tone="bad">{problem.value}</Note>}
        <button class="btn primary" type="submit">
          Sign in
        </button>
        <p class="muted">
          On the server's machine, <code>pyrite security token</code> prints it.
        </p>
      </form>
    </main>
  );
}
