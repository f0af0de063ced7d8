/** The sign-in page. */

import { useSignal } from "@preact/signals";
import { CommandLine, Note, Outside } from "../../parts/cards";
import { Logo } from "../../parts/icons";
import { useTitle } from "../../parts/title";
import { RestProblem } from "../../rest/client";
import { signIn } from "../../stores/session";

export function SignInPage() {
  useTitle("Sign in");
  const token = useSignal("");
  const problem = useSignal("");
  const isAsking = useSignal(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    isAsking.value = true;
    problem.value = "";
    signIn(token.value.trim())
      .catch((error: unknown) => {
        problem.value = wordsOf(error);
      })
      .finally(() => {
        isAsking.value = false;
      });
  };
  return (
    <main id="main" class="center">
      <form class="panel" onSubmit={submit}>
        <div class="signin-brand brand">
          <Logo />
          Pyrite
        </div>
        <section class="card" aria-labelledby="signin">
          <div class="pad stack">
            <div>
              <h1 id="signin">Sign in to {location.host}</h1>
              <p class="muted">Whoever is let in can run code on this cluster, so the JobManager asks for its token.</p>
            </div>
            <label class="field">
              <span>Token</span>
              <input
                class="input mono"
                type="password"
                name="token"
                autocomplete="current-password"
                autofocus
                required
                {...(problem.value === ""
                  ? {}
                  : { "aria-describedby": "signin-problem", "aria-invalid": "true" as const })}
                value={token.value}
                onInput={(event) => (token.value = event.currentTarget.value)}
              />
            </label>
            {problem.value !== "" && (
              <div id="signin-problem" role="alert">
                <Note tone="bad">
                  <Outside text={problem.value} />
                </Note>
              </div>
            )}
            <button class="btn primary wide" type="submit" disabled={isAsking.value}>
              Sign in
            </button>
            <div class="signin-help">
              <p class="muted">On the JobManager's own machine, this shows the token:</p>
              <CommandLine text="pyrite security token" />
            </div>
          </div>
        </section>
      </form>
    </main>
  );
}

function wordsOf(error: unknown): string {
  if (!(error instanceof RestProblem)) return "The JobManager does not answer. Try again in a moment.";
  if (error.status !== 401) return error.errors.join(" ");
  return "The JobManager does not accept this token. Was it copied whole? One that was renewed no longer works.";
}
