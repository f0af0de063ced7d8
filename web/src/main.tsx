/** Starts the page. */

import "./style/all.css";
import "uplot/dist/uPlot.min.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import { followAddress } from "./address";
import { App } from "./app";
import { listenToKeys } from "./keyboard";
import { loop } from "./live/loop";
import { followTime } from "./live/second";
import { applyTheme } from "./parts/frame";
import { findSession } from "./stores/session";

effect(applyTheme);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
followAddress();
followTime();
listenToKeys();
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) loop.refresh();
});
addEventListener("online", () => loop.refresh());
render(<App />, document.body);
void findSession().then(() => loop.run());
