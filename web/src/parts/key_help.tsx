/** All keys, and the switch that turns single keys off. */

import { boundKeys, singleKeys } from "../keyboard";
import { Dialog } from "./dialog";

export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" isNarrow onClose={onClose}>
      <div class="sec">
        <dl class="kv">
          {boundKeys().map(({ keys, says }) => (
            <>
              <dt>
                {keys.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{says}</dd>
            </>
          ))}
        </dl>
      </div>
      <div class="sec">
        <label class="row">
          <input
            type="checkbox"
            checked={singleKeys.value === "on"}
            onChange={(event) => (singleKeys.value = event.currentTarget.checked ? "on" : "off")}
          />
          Single keys act
        </label>
      </div>
    </Dialog>
  );
}
