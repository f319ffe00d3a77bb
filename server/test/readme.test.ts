// Runs the README's commands unchanged against a fresh demo server. The output must match the
// README. Then follows its section "Five minutes in the console", and restarts the server while the
// console is open.

import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { packageFolder } from '../src/platform/package-folder.js';
import { orderIn } from './support/order.js';
import { BROWSER_ARGUMENTS, browserProgram } from './support/page/browser.js';
import { makePassingFolder } from './support/passing-folder.js';
import {
  freePort,
  type ServerProcess,
  startServerProcess,
} from './support/process/server-process.js';
import { assertShown, examplesOf, runCommands } from './support/shell-example.js';

const README = join(packageFolder(), '..', 'README.md');
/** The size of the README's pictures. */
const WINDOW = { width: 1440, height: 900 };
/**
 * The maximum time, in milliseconds, from when the server is ready until the list is right again.
 */
const RECOVERED_MAX_MS = 15_000;

/** Saves one of the README's pictures, if the variable names a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.COUNTINGHOUSE_SCREENSHOTS;
  if (folder === undefined) return;
  await page.locator('.toast').first().waitFor({ state: 'detached' });
  await page.screenshot({ path: join(folder, `readme-${name}.png`) });
}

/**
 * Performs the steps of "Five minutes in the console". Returns the bold names that were pressed, in
 * order.
 */
async function walk(page: Page): Promise<readonly string[]> {
  const pressed: string[] = [];
  const press = async (name: string, role: 'button' | 'link' | 'menuitem' = 'button') => {
    pressed.push(name);
    await page.getByRole(role, { name, exact: true }).first().click();
  };
  await press('Dealer');
  await press('Market', 'link');
  // The start page also has a row with this security.
  const market = page.getByRole('grid', { name: 'Market' });
  const access = market.getByRole('row', { name: /ACCESS/ });
  await access.click();
  await page.keyboard.press('w');
  await access.locator('[aria-pressed="true"]').waitFor();
  await picture(page, 'market');
  pressed.push('Buy');
  await access.getByRole('button', { name: 'Buy', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New order' });
  await dialog.getByLabel('Customer').fill('Adaeze');
  await page.getByRole('option', { name: /^Adaeze/ }).click();
  await dialog.getByLabel('Quantity').fill('1000');
  await dialog.getByLabel('Price type').selectOption('Market');
  await dialog.getByText('The order can be sent.').waitFor();
  await press('Send order');
  await page.locator('main .page-head').getByText('Executed').waitFor();
  await page.getByRole('heading', { name: /^Contract note \d/ }).waitFor();
  const [, order = ''] = /orders\/(\d+)/.exec(page.url()) ?? [];
  await picture(page, 'order');
  const paper = page.waitForEvent('popup');
  await press('Contract note (PDF)');
  await (await paper).close();
  await page.getByRole('button', { name: 'dealer' }).click();
  await press('Sign out', 'menuitem');
  await press('Finance');
  await press('Reports', 'link');
  pressed.push('Brokerage commission');
  const figure = page.getByRole('row', { name: /^Brokerage commission/ }).getByRole('link');
  await figure.first().click();
  const lines = page.getByRole('grid', { name: 'Ledger' });
  await lines.getByRole('row').last().getByRole('button').click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Order \d/ })
    .waitFor();
  await picture(page, 'journal');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: `Order ${order}`, exact: true })
    .click();
  await page.getByRole('heading', { name: /^Buy 1,000 ACCESS/ }).waitFor();
  return pressed;
}

describe('the README', () => {
  let home: string;
  let server: ServerProcess;
  let port: number;
  let browser: Browser | undefined;

  /** Opens a page in a new browser context. Without a browser, skips the test. */
  async function opened(t: { readonly skip: (why: string) => void }): Promise<Page | undefined> {
    const executablePath = browserProgram();
    if (executablePath === undefined) {
      t.skip('no browser');
      return undefined;
    }
    browser ??= await chromium.launch({ executablePath, args: [...BROWSER_ARGUMENTS] });
    const context = await browser.newContext({ viewport: WINDOW, locale: 'en-NG' });
    return context.newPage();
  }

  before(async () => {
    home = await makePassingFolder('countinghouse-readme-');
    port = await freePort();
    server = await startServerProcess(join(home, 'data'), port);
  });
  after(async () => {
    await browser?.close();
    await server.end('SIGTERM');
    await rm(home, { recursive: true, force: true });
  });

  it('shows the two commands, and seven operations with their actual replies', async () => {
    const text = await readFile(README, 'utf8');
    assert.match(text, /npm ci && npm start/);
    assert.match(text, /npm ci && npm test/);
    const client = await server.as('CLIENT');
    const [setup, ...examples] = examplesOf(text);
    assert.ok(setup);
    assert.ok(examples.filter(({ reply }) => reply !== undefined).length >= 7);
    for (const example of examples) {
      const commands = `${setup.commands}\n${example.commands}`;
      const lines = await runCommands(commands, { folder: home, port });
      for (const line of lines) assert.ok(!line.includes('"success":false'), line);
      if (example.reply !== undefined) {
        assertShown(example.reply, JSON.parse(lines.at(-1) ?? ''), example.title);
      }
      // The exchange fills the order while a person is still reading, so the test waits for it.
      if (example.commands.includes('tradeorder/submit')) {
        await orderIn({ as: () => client }, JSON.parse(lines.at(-1) ?? '').id, ['EXECUTED']);
      }
    }
  });

  it('guides a person through five minutes of the console', async (t) => {
    const page = await opened(t);
    if (page === undefined) return;
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    const text = await readFile(README, 'utf8');
    const [, section = ''] = text.split('## Five minutes in the console\n');
    const [steps = ''] = section.split('\n## ');
    await page.goto(`${server.url}/console/`);
    const pressed = await walk(page);
    const named = [...steps.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name);
    assert.deepEqual(named, pressed);
    assert.deepEqual(errors, []);
  });

  it('leaves a list that reloads without a click after a server restart', async (t) => {
    const page = await opened(t);
    if (page === undefined) return;
    await page.goto(`${server.url}/console/`);
    await page.getByRole('button', { name: 'Dealer', exact: true }).click();
    await page
      .getByRole('row', { name: /ACCESS/ })
      .first()
      .waitFor();
    await server.end('SIGTERM');
    await page.getByText('Not live, reconnecting').waitFor();
    await page.getByRole('searchbox').fill('ACCESS');
    server = await startServerProcess(join(home, 'data'), port);
    await page
      .getByRole('row', { name: /ACCESS/ })
      .first()
      .waitFor({ timeout: RECOVERED_MAX_MS });
    await page.getByText('Live', { exact: true }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  });
});
