/** The pages by address. */

import { useEffect } from "preact/hooks";
import { address, href } from "./address";
import { useLive } from "./live/use_live";
import { loop } from "./live/loop";
import { Frame } from "./parts/frame";
import { Note } from "./parts/cards";
import { useTitle } from "./parts/title";
import { ExecutorsPage } from "./pages/executors/executors_page";
import { JobManagerPage } from "./pages/jobmanager/jobmanager_page";
import { JobPage } from "./pages/job/job_page";
import { OverviewPage } from "./pages/overview/overview";
import { SignInPage } from "./pages/signin/signin";
import { SubmitPage } from "./pages/submit/submit";
import { findSession, session } from "./stores/session";
import { server, serverOf } from "./stores/server";

export function App() {
  if (loop.needsSignIn.value) return <SignInPage />;
  return (
    <Frame>
      <ServerFacts />
      <Page />
    </Frame>
  );
}

function ServerFacts() {
  const config = useLive("/config", {}, {}, 60_000).value.value;
  useEffect(() => {
    if (config === undefined) return;
    server.value = serverOf(config);
    if (session.value === undefined) void findSession();
  }, [config]);
  return null;
}

function Page() {
  const [first, second] = address.value.path;
  if (first === undefined) return <OverviewPage />;
  if (first === "jobs" && second === undefined) return <OverviewPage />;
  if (first === "jobs" && second !== undefined) return <JobPage key={second} id={second} />;
  if (first === "executors") return <ExecutorsPage id={second} />;
  if (first === "jobmanager") return <JobManagerPage />;
  if (first === "submit") return <SubmitPage />;
  return <UnknownPage />;
}

function UnknownPage() {
  useTitle("Not there");
  return (
    <>
      <h1>There is no such page</h1>
      <Note tone="info">
        The address names none: <a href={href([])}>all jobs</a>.
      </Note>
    </>
  );
}
