/** A job. */

export function JobPage({ id }: { id: string }) {
  return <h1>{id}</h1>;
}
