// Functions that wait for a page to reach the expected state before they read it. Playwright's own
// reads return the current state, and a busy machine may not have rendered the result of the last
// click yet.

import type { Locator, Page } from 'playwright-core';
import { until } from '../wait.js';

/** Returns the texts of all matching elements once there is one. */
export async function textsOf(locator: Locator): Promise<string[]> {
  await locator.first().waitFor({ state: 'attached' });
  return locator.allTextContents();
}

/** Waits until the field contains the value. */
export async function untilValue(locator: Locator, value: string): Promise<void> {
  await until(async () => (await locator.inputValue()) === value);
}

/** Waits until the button or field is disabled. */
export async function untilDisabled(locator: Locator): Promise<void> {
  await until(() => locator.isDisabled());
}

/** Waits until this many elements match. */
export async function untilCount(locator: Locator, count: number): Promise<void> {
  await until(async () => (await locator.count()) === count);
}

/**
 * Waits until the page has been drawn with all changes so far, and with those that drawing has
 * caused.
 */
export async function untilDrawn(page: Page): Promise<void> {
  const frame = 'new Promise((drawn) => requestAnimationFrame(drawn))';
  for (let frames = 0; frames < 3; frames += 1) await page.evaluate(frame);
}
