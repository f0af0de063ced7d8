import { describe, expect, test } from "vitest";
import { amountOf, bytes, count, duration, numberOf, rate, share, short, span } from "./numbers";

const plain = (text: string): string => text.replaceAll("\u00a0", " ");

describe("numbers", () => {
  test.each([
    [0, "0"],
    [4.25, "4.3"],
    [312, "312"],
    [2140, "2,140"],
    [9999, "9,999"],
    [95_700, "95.7 k"],
    [184_220_316, "184 M"],
  ])("short(%d)", (value, text) => expect(plain(short(value))).toBe(text));

  test.each([
    [0, "0 B"],
    [999, "999 B"],
    [3100, "3.1 KB"],
    [431e6, "431 MB"],
    [2.1e9, "2.1 GB"],
    [999_999, "1.0 MB"],
  ])("bytes(%d)", (value, text) => expect(plain(bytes(value))).toBe(text));

  test.each([
    [22, "22 ms"],
    [860, "0.86 s"],
    [9420, "9.42 s"],
    [42_100, "42.1 s"],
    [184_000, "3 min 4 s"],
  ])("duration(%d)", (value, text) => expect(plain(duration(value))).toBe(text));

  test.each([
    [8000, "8 s"],
    [19_020_000, "5 h 17 min"],
    [183_600_000, "2 d 3 h"],
    [3_600_000, "1 h"],
    [-5, "0 s"],
  ])("span(%d)", (value, text) => expect(plain(span(value))).toBe(text));

  test.each([
    [0, "0 %"],
    [0.002, "<1 %"],
    [0.984, "98 %"],
    [1.3, "100 %"],
  ])("share(%d)", (value, text) => expect(plain(share(value))).toBe(text));

  test("rates below ten have a decimal", () => {
    expect([rate(0.4), rate(0.01), rate(2140), rate(undefined)]).toEqual(["0.4", "<0.1", "2,140", "–"]);
  });

  test("what is no number is missing", () => {
    expect(["NaN", "", null, undefined, Number.NaN, "x"].map(numberOf)).toEqual(Array(6).fill(undefined));
    expect([amountOf(-1), amountOf("12"), count(undefined)]).toEqual([undefined, 12, "–"]);
  });
});
