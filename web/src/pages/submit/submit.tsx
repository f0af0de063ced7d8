/** Submit a program. */

import { useTitle } from "../../parts/title";

export function SubmitPage() {
  useTitle("Submit");
  return <h1>Submit a program</h1>;
}
