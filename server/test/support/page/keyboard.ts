// A keyboard that counts keystrokes, for testing the console without a mouse.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** The maximum number of Tab presses to reach an element. */
const TABS_MAX = 40;

/** A keyboard that counts keystrokes. Typed text counts one keystroke per letter. */
export interface Keyboard {
  /** Presses keys one after the other. `g o` is a sequence of two keys. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Presses Tab until the element has focus. */
  readonly tabTo: (what: Locator) => Promise<void>;
  readonly count: () => number;
}

export function keyboardOf({ page }: { readonly page: Page }): Keyboard {
  let count = 0;
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      // The keys are sent together: on a busy machine, the second would arrive too late if it
      // waited for the first.
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

/** Prints how many keystrokes a task took. */
export function tell(what: string, { count }: Keyboard): void {
  process.stdout.write(`${what}: ${count()} keystrokes\n`);
}

/**
 * Waits for an enabled option. Options stay disabled while they are the results for an earlier
 * text.
 */
export async function found(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('option', { name, disabled: false }).first().waitFor();
}
