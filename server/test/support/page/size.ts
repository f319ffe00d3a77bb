// Screenshots of a page in the sizes of a desktop, a tablet and a phone, light and dark.

import type { Desk } from './browser.js';

const SIZES = [
  ['1440', { width: 1440, height: 900 }],
  ['1024', { width: 1024, height: 768 }],
  ['390', { width: 390, height: 844 }],
] as const;
const WINDOW = { width: 1360, height: 820 };

/** Saves the screenshots, if COUNTINGHOUSE_SCREENSHOTS names a folder. */
export async function picturesOf({ page, picture }: Desk, name: string): Promise<void> {
  if (process.env.COUNTINGHOUSE_SCREENSHOTS === undefined) return;
  for (const [width, size] of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await picture(`${name}-${width}-${colorScheme}`);
    }
  }
  await page.setViewportSize(WINDOW);
}
