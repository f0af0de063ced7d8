/** Tables: headers sort, and the sort is in the address; rows keep their place while the pointer is over them. */

import { useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { address, amend } from "../address";

export interface Column<T> {
  readonly id: string;
  readonly title: ComponentChildren;
  /** Sorts by it, the greatest first; without it, the column cannot be sorted by. */
  readonly order?: (row: T) => number | string;
  readonly cell: (row: T) => ComponentChildren;
  readonly isNumber?: boolean;
  readonly class?: string;
}

interface TableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
  /** The column that sorts at first. */
  sort: string;
  rowClass?: (row: T) => string;
  class?: string;
  /** The name of the sort in the address. */
  sortName?: string;
}

const VISIBLE_FROM = 200;
const STEP = 100;

export function Table<T>(props: TableProps<T>) {
  const { columns, rows, keyOf, sort, sortName = "sort" } = props;
  const isHeld = useSignal(false);
  const order = useRef<(string | number)[]>([]);
  const shownRows = useSignal(VISIBLE_FROM);
  const chosen = useComputed(() => address.value.query[sortName] ?? sort).value;
  const isAscending = chosen.startsWith("-");
  const column = columns.find((one) => one.id === chosen.replace(/^-/, ""));
  const sorted = arranged(rows, keyOf, column?.order, isAscending, isHeld.value ? order.current : []);
  order.current = sorted.map(keyOf);
  const shown = sorted.slice(0, shownRows.value);
  return (
    <div class="scroll" tabindex={0} role="group" aria-label={props.label}>
      <table
        class={props.class ?? ""}
        onPointerEnter={() => (isHeld.value = true)}
        onPointerLeave={() => (isHeld.value = false)}
      >
        <thead>
          <tr>
            {columns.map((one) => (
              <th
                key={one.id}
                class={`${one.isNumber === true ? "num" : ""} ${one.class ?? ""}`}
                {...(one === column
                  ? { "aria-sort": isAscending ? ("ascending" as const) : ("descending" as const) }
                  : {})}
              >
                {one.order === undefined ? (
                  one.title
                ) : (
                  <button
                    type="button"
                    onClick={() => amend({ [sortName]: one === column && !isAscending ? `-${one.id}` : one.id })}
                  >
                    {one.title}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={keyOf(row)} class={props.rowClass?.(row) ?? ""}>
              {columns.map((one) => (
                <td key={one.id} class={`${one.isNumber === true ? "num" : ""} ${one.class ?? ""}`}>
                  {one.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > shown.length && (
        <button class="fold" type="button" onClick={() => (shownRows.value += STEP)}>
          {sorted.length - shown.length} more rows
        </button>
      )}
    </div>
  );
}

/** Sorted rows; those of `held` stay where they are. */
export function arranged<T>(
  rows: readonly T[],
  keyOf: (row: T) => string | number,
  order: ((row: T) => number | string) | undefined,
  isAscending: boolean,
  held: readonly (string | number)[],
): T[] {
  const sign = isAscending ? -1 : 1;
  const sorted =
    order === undefined
      ? [...rows]
      : [...rows].sort((one, other) => {
          const [a, b] = [order(one), order(other)];
          return sign * (a < b ? 1 : a > b ? -1 : 0);
        });
  if (held.length === 0) return sorted;
  const places = new Map(held.map((key, place) => [key, place]));
  return sorted
    .map((row, place) => ({ row, place: places.get(keyOf(row)) ?? held.length + place }))
    .sort((one, other) => one.place - other.place)
    .map(({ row }) => row);
}
