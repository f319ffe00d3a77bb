// A browser at the console of a test's own server: the Chromium of the machine.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { sql } from '../../src/platform/database/sql.js';
import { consoleFolder } from '../../src/platform/http/console.js';
import { startTestApp, type TestApp } from './app.js';
import { freePort } from './process/server-process.js';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

// Nothing is loaded from elsewhere: the page gets everything from its server.
export const BROWSER_ARGUMENTS: readonly string[] = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
const WINDOW = { width: 1360, height: 820 };
const WAIT_MAX_MS = 30_000;

/** A person at the console. */
export interface Desk {
  readonly page: Page;
  /** The errors of the page: script errors, and what its policy blocked. */
  readonly complaints: readonly string[];
  /** Goes to an address of the console as its own links do, and waits until it is rendered. */
  go(path: string): Promise<void>;
  /** Saves a picture in the folder that COUNTINGHOUSE_SCREENSHOTS names. */
  picture(name: string): Promise<void>;
}

/** Offices of the demonstration. Users of one see no orders, cash or approvals of another. */
export type Office = 'Lagos' | 'Abuja' | 'Port Harcourt';

/** The credentials of a user. */
export interface Credentials {
  readonly name: string;
  readonly secret: string;
}

/** What the tests of one `describe` share: a server, a browser, and `it`. */
export interface BrowserRoom {
  readonly app: () => TestApp;
  /**
   * A signed-in user with this role, in a window of his own until the test ends. A user who is
   * bound to an office does not see what other files leave in other offices.
   */
  readonly sit: (role: string, office?: Office) => Promise<Desk>;
  /** A given user in a new browser context that no later test reuses. */
  readonly sitAgain: (credentials: Credentials) => Promise<Desk>;
  /** The sign-in page in a new browser context that no later test reuses. */
  readonly arrive: () => Promise<Desk>;
  readonly it: (name: string, run: () => Promise<void>) => void;
}

/** The browser of this machine, if there is one. */
export const browserProgram = (): string | undefined =>
  PLACES.find((place) => place !== undefined && existsSync(place));

/** A slow resource that is started for its first user and stopped after the last. */
interface Shared<Thing> {
  readonly join: () => void;
  readonly get: () => Promise<Thing>;
  readonly leave: () => Promise<void>;
}

function shared<Thing>(
  start: () => Promise<Thing>,
  stop: (thing: Thing) => Promise<void>,
): Shared<Thing> {
  let users = 0;
  let thing: Promise<Thing> | undefined;
  return {
    join: () => {
      users += 1;
    },
    get: () => {
      thing ??= start();
      return thing;
    },
    leave: async () => {
      users -= 1;
      if (users > 0 || thing === undefined) return;
      const last = thing;
      thing = undefined;
      await stop(await last);
    },
  };
}

async function startServer(): Promise<TestApp> {
  assert.ok(existsSync(join(consoleFolder(), 'index.html')), 'npm run build comes first');
  // A passkey belongs to the server's name and port, so the port is known before the start.
  return startTestApp({ demo: true, webhookLoopback: true, port: await freePort() });
}

const makeServer = (): Shared<TestApp> => shared(startServer, (app) => app.stop());

/** The server and the browser of all files that run in this process. */
const server = makeServer();
const chromiums = shared(
  async () => {
    const executablePath = browserProgram();
    assert.ok(executablePath !== undefined, 'there is no browser');
    return chromium.launch({ executablePath, args: [...BROWSER_ARGUMENTS] });
  },
  (browser) => browser.close(),
);

/**
 * Opens the room for the tests of a `describe`. Rooms of one process share a server and a browser.
 * If there is no browser, one line reports it.
 * @param kind `OWN_SERVER` for tests that change what all offices share, such as the business date
 */
export function openRoom(kind: 'SHARED_SERVER' | 'OWN_SERVER' = 'SHARED_SERVER'): BrowserRoom {
  if (browserProgram() === undefined) return closedRoom();
  const servers = kind === 'OWN_SERVER' ? makeServer() : server;
  servers.join();
  chromiums.join();
  let app: TestApp;
  let seats: Seats;
  before(async () => {
    app = await servers.get();
    seats = makeSeats(app, await chromiums.get());
  });
  after(async () => {
    await seats?.close();
    await chromiums.leave();
    await servers.leave();
  });
  return {
    app: () => app,
    sit: (role, office) => seats.sit(role, office),
    sitAgain: (credentials) => seats.sitApart(credentials),
    arrive: () => seats.arrive(),
    it: (name, run) => void it(name, () => run().finally(() => seats.clear())),
  };
}

function closedRoom(): BrowserRoom {
  const stranger = () => assert.fail('there is no browser');
  void it('skipped: no browser', () => {
    process.stdout.write('skipped: no browser\n');
  });
  return {
    app: stranger,
    sit: stranger,
    sitAgain: stranger,
    arrive: stranger,
    it: () => undefined,
  };
}

/** The name and secret of a new caller, which the sign-in accepts like a user's. */
export async function credentialsOf(
  app: TestApp,
  role: string,
  office?: Office,
): Promise<Credentials> {
  const bound = office === undefined ? undefined : [await officeId(app, office)];
  const { authorization = '' } = await app.header(role, bound);
  const text = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
  const [name = '', secret = ''] = text.split(':');
  return { name, secret };
}

/** The id of an office of the demonstration, for callers who are bound to it. */
export async function officeId({ db }: TestApp, office: Office): Promise<bigint> {
  const label = `${office} office`;
  const [found] = await db.query<{ id: bigint }>(
    sql`select id from business_office where label = ${label}`,
  );
  assert.ok(found, `there is no ${label}`);
  return found.id;
}

/** Fills in the sign-in page, and waits for the page after it. */
export async function signIn(page: Page, credentials: Credentials): Promise<void> {
  await page.getByLabel('User name').fill(credentials.name);
  await page.getByLabel('Password').fill(credentials.secret);
  await page.keyboard.press('Enter');
  await untilInside(page);
}

async function untilInside(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
}

/** A browser context in which one user is signed in. */
interface Seat {
  /** Role and office, by which another test finds it; undefined if it is for one test only. */
  readonly kind: string | undefined;
  readonly context: BrowserContext;
}

interface Seats {
  readonly sit: (role: string, office?: Office) => Promise<Desk>;
  readonly sitApart: (credentials: Credentials) => Promise<Desk>;
  readonly arrive: () => Promise<Desk>;
  /** Closes the pages of a test. */
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * The browser contexts of a room. A signed-in user stays signed in for the next tests, which get
 * new pages in that context: the console is in its cache, and drafts end with their page.
 */
function makeSeats(app: TestApp, browser: Browser): Seats {
  const free: Seat[] = [];
  const taken: Seat[] = [];
  const deskIn = async (seat: Seat): Promise<Desk> => {
    taken.push(seat);
    const desk = deskOf(await seat.context.newPage());
    await desk.page.goto(`${app.url}/console/`);
    return desk;
  };
  const arrive = async (kind?: string): Promise<Desk> => {
    const context = await browser.newContext({ viewport: WINDOW });
    context.setDefaultTimeout(WAIT_MAX_MS);
    return deskIn({ kind, context });
  };
  const enter = async (desk: Desk, credentials: Credentials): Promise<Desk> => {
    await signIn(desk.page, credentials);
    return desk;
  };
  return {
    sit: async (role, office) => {
      const kind = `${role} ${office ?? 'of all offices'}`;
      const index = free.findIndex((seat) => seat.kind === kind);
      const [seat] = index < 0 ? [] : free.splice(index, 1);
      if (seat === undefined) {
        return enter(await arrive(kind), await credentialsOf(app, role, office));
      }
      const desk = await deskIn(seat);
      await untilInside(desk.page);
      return desk;
    },
    sitApart: async (credentials) => enter(await arrive(), credentials),
    arrive: () => arrive(),
    clear: async () => {
      for (const seat of taken.splice(0)) {
        if (seat.kind === undefined) await seat.context.close();
        else {
          for (const page of seat.context.pages()) await page.close();
          free.push(seat);
        }
      }
    },
    close: async () => {
      for (const { context } of [...free.splice(0), ...taken.splice(0)]) await context.close();
    },
  };
}

/**
 * Runs in the page: pushes an address as a link does, and resolves when the router has rendered it.
 */
const MOVE = `(address) => new Promise((resolve) => {
  const off = globalThis.__TSR_ROUTER__.subscribe('onResolved', () => { off(); resolve(); });
  history.pushState({}, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
})`;

function deskOf(page: Page): Desk {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The page shows a refusal of the API to the user; the browser logs it as an error too.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
  });
  return {
    page,
    complaints,
    go: async (path) => {
      await page.evaluate(`(${MOVE})(${JSON.stringify(`/console${path}`)})`);
      await page.locator('main h1').waitFor();
    },
    picture: async (file) => {
      const folder = process.env.COUNTINGHOUSE_SCREENSHOTS;
      if (folder !== undefined) await page.screenshot({ path: join(folder, `${file}.png`) });
    },
  };
}
