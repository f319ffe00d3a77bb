// A keyboard that counts its strokes, for tests of the console without a mouse.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** The most presses of Tab until something is reached. */
const TABS_MAX = 40;

/** A keyboard that counts. Typed words count by their letters. */
export interface Keyboard {
  /** Presses keys one after the other; `g o` is a sequence of two. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Presses Tab until the element has the focus. */
  readonly tabTo: (what: Locator) => Promise<void>;
  readonly count: () => number;
}

export function keyboardOf({ page }: { readonly page: Page }): Keyboard {
  let count = 0;
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      // On a busy machine the second key would come too late after an answer to the first.
      const together = key.split(' ');
      await Promise.all(together.map((one) => page.keyboard.press(one)));
      count += together.length;
    }
  };
  return {
    press,
    tabTo: async (what) => {
      await what.waitFor();
      const focused = what.and(page.locator(':focus'));
      for (let stops = 0; (await focused.count()) === 0; stops += 1) {
        assert.ok(stops < TABS_MAX, `Tab does not reach ${what}`);
        await press('Tab');
      }
    },
    type: async (text) => {
      await page.keyboard.type(text);
      count += text.length;
    },
    count: () => count,
  };
}

/** Prints how many keystrokes a piece of work took. */
export function tell(what: string, { count }: Keyboard): void {
  process.stdout.write(`${what}: ${count()} keystrokes\n`);
}

/** Waits for an option that can be chosen: while only part of the text was searched, none can. */
export async function found(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('option', { name, disabled: false }).first().waitFor();
}
