/** A dialog: it holds the focus and gives it back; Escape closes it. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icons";

interface DialogProps {
  title: ComponentChildren;
  sub?: ComponentChildren;
  mark?: ComponentChildren;
  footer?: ComponentChildren;
  isNarrow?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, sub, mark, footer, isNarrow = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isNarrow ? "dialog narrow" : "dialog"}
      aria-labelledby="dialog-title"
      onClose={onClose}
      onKeyDown={(event) => {
        // A search field would only be emptied by it.
        if (event.key === "Escape") onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <header>
        {mark}
        <div class="grow">
          <h2 id="dialog-title">{title}</h2>
          {sub !== undefined && <p class="muted">{sub}</p>}
        </div>
        <button class="iconbtn" type="button" aria-label="Close" onClick={onClose}>
          <Icon glyph="close" />
        </button>
      </header>
      {children}
      {footer !== undefined && <footer>{footer}</footer>}
    </dialog>
  );
}
