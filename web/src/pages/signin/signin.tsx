/** The sign-in page. */

import { loop } from "../../live/loop";
import { useTitle } from "../../parts/title";

export function SignInPage() {
  useTitle("Sign in");
  return (
    <main id="main" class="center">
      <h1>Sign in to {location.host}</h1>
      <button class="btn primary" type="button" onClick={() => loop.refresh()}>
        Try again
      </button>
    </main>
  );
}
