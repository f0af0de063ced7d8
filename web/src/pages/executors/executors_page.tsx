/** All executors, or one of them. */

import { useTitle } from "../../parts/title";
import { Executors } from "./executors";

export function ExecutorsPage({ id }: { id: string | undefined }) {
  useTitle(id === undefined ? "Executors" : `Executor ${id}`);
  return (
    <>
      <div class="jobhead">
        <h1 class="grow">Executors</h1>
      </div>
      <Executors />
    </>
  );
}
