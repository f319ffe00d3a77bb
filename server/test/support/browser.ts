// A browser that looks at the console of a test's own server: whatever Chromium the machine has.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Config } from '../../src/config.js';
import { consoleFolder } from '../../src/platform/http/console.js';
import { startTestApp, type TestApp } from './app.js';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

// Nothing is looked for elsewhere: the page has everything from its server.
export const BROWSER_ARGUMENTS: readonly string[] = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
const WINDOW = { width: 1360, height: 820 };
const WAIT_MOST_MS = 15_000;

/** A person at the console. */
export interface Desk {
  readonly page: Page;
  /** What the page complained of: errors of its scripts, and what its policy refused. */
  readonly complaints: readonly string[];
  /** Goes to an address of the console. */
  go(path: string): Promise<void>;
  /** The same without loading the console anew, as its own links go. */
  move(path: string): Promise<void>;
  /** Keeps a picture where COUNTINGHOUSE_SCREENSHOTS says. */
  picture(name: string): Promise<void>;
}

/** What somebody signs in by. */
export interface Credentials {
  readonly name: string;
  readonly secret: string;
}

/** What the tests of one `describe` share: a server, a browser, and `it`. */
export interface BrowserRoom {
  readonly app: () => TestApp;
  /** A person with this role, signed in, in a window of their own. */
  readonly sit: (role: string, scheme?: 'light' | 'dark') => Promise<Desk>;
  /** The same for a person who has been here before, in a browser that has not. */
  readonly sitAgain: (credentials: Credentials) => Promise<Desk>;
  readonly it: (name: string, run: () => Promise<void>) => void;
}

/** The browser of this machine, where it has one. */
export const browserProgram = (): string | undefined =>
  PLACES.find((place) => place !== undefined && existsSync(place));

/** Opens the room for the tests of a `describe`. Without a browser one line says so. */
export function openRoom(flags: Partial<Config> = {}): BrowserRoom {
  const program = browserProgram();
  if (program === undefined) return closedRoom();
  let app: TestApp;
  let browser: Browser;
  before(async () => {
    assert.ok(existsSync(join(consoleFolder(), 'index.html')), 'npm run build comes first');
    app = await startTestApp({ ...flags, demo: true });
    browser = await chromium.launch({ executablePath: program, args: [...BROWSER_ARGUMENTS] });
  });
  after(async () => {
    await browser?.close();
    await app?.stop();
  });
  return {
    app: () => app,
    sit: async (role, scheme = 'light') =>
      sitDown({ app, browser, scheme }, await credentialsOf(app, role)),
    sitAgain: (credentials) => sitDown({ app, browser, scheme: 'light' }, credentials),
    it: (name, run) => void it(name, run),
  };
}

function closedRoom(): BrowserRoom {
  const nobody = () => assert.fail('there is no browser');
  void it('skipped: no browser', () => {
    process.stdout.write('skipped: no browser\n');
  });
  return { app: nobody, sit: nobody, sitAgain: nobody, it: () => undefined };
}

interface Room {
  readonly app: TestApp;
  readonly browser: Browser;
  readonly scheme: 'light' | 'dark';
}

/** The name and secret of a new caller, which the sign-in takes like a person's. */
export async function credentialsOf(app: TestApp, role: string): Promise<Credentials> {
  const { authorization = '' } = await app.header(role);
  const text = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
  const [name = '', secret = ''] = text.split(':');
  return { name, secret };
}

/** Fills in the page of the sign-in, and waits for what comes after it. */
export async function signIn(page: Page, url: string, credentials: Credentials): Promise<void> {
  await page.goto(`${url}/console/`);
  await page.getByLabel('User name').fill(credentials.name);
  await page.getByLabel('Password').fill(credentials.secret);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
}

async function sitDown(room: Room, credentials: Credentials): Promise<Desk> {
  const { app, browser, scheme } = room;
  const context = await browser.newContext({ viewport: WINDOW, colorScheme: scheme });
  context.setDefaultTimeout(WAIT_MOST_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A refusal of the API is shown to the person; the browser notes it too.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
  });
  await signIn(page, app.url, credentials);
  return {
    page,
    complaints,
    go: async (path) => {
      await page.goto(`${app.url}/console${path}`);
      await page.locator('main h1').waitFor();
    },
    move: async (path) => {
      const address = JSON.stringify(`/console${path}`);
      await page.evaluate(
        `history.pushState({}, '', ${address}); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await page.locator('main h1').waitFor();
    },
    picture: async (file) => {
      const folder = process.env.COUNTINGHOUSE_SCREENSHOTS;
      if (folder !== undefined) await page.screenshot({ path: join(folder, `${file}.png`) });
    },
  };
}
