// A browser that shows the console of a test's own server. Uses the Chromium installed on the
// machine.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { sql } from '../../../src/platform/database/sql.js';
import { consoleFolder } from '../../../src/platform/http/console.js';
import { startTestApp, type TestApp } from '../app.js';
import { freePort } from '../process/server-process.js';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

// Prevents the browser from contacting other hosts: the page loads everything from its own server.
export const BROWSER_ARGUMENTS: readonly string[] = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
const WINDOW = { width: 1360, height: 820 };
const WAIT_MAX_MS = 30_000;

/** A user's browser page at the console. */
export interface Desk {
  readonly page: Page;
  /** Errors on the page: script errors, and requests that its content security policy blocked. */
  readonly complaints: readonly string[];
  /** Navigates to a console address as a link would, and waits until the page is rendered. */
  go(path: string): Promise<void>;
  /** Saves a screenshot in the folder named by COUNTINGHOUSE_SCREENSHOTS. */
  picture(name: string): Promise<void>;
}

/**
 * Offices in the demonstration data. A user bound to one office does not see the orders, cash or
 * approvals of another.
 */
export type Office = 'Lagos' | 'Abuja' | 'Port Harcourt';

/** A user's credentials. */
export interface Credentials {
  readonly name: string;
  readonly secret: string;
}

/** Shared by the tests in one `describe`: a server, a browser, and `it`. */
export interface BrowserRoom {
  readonly app: () => TestApp;
  /**
   * Returns a user with this role, signed in in a separate window until the test ends. A user bound
   * to an office does not see data that other files create in other offices.
   */
  readonly sit: (role: string, office?: Office) => Promise<Desk>;
  /** Signs in a given user in a new browser context that no later test reuses. */
  readonly sitAgain: (credentials: Credentials) => Promise<Desk>;
  /** Opens the sign-in page in a new browser context that no later test reuses. */
  readonly arrive: () => Promise<Desk>;
  readonly it: (name: string, run: () => Promise<void>) => void;
}

/** Returns the path of this machine's browser, if it has one. */
export const browserProgram = (): string | undefined =>
  PLACES.find((place) => place !== undefined && existsSync(place));

/** A slow resource that starts on first use and stops after its last use. */
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
  // A passkey is bound to the server's host name and port, so the port must be known before the
  // start.
  const port = await freePort();
  return startTestApp({ demo: true, webhookLoopback: true, port, workersLeftOut: [] });
}

const makeServer = (): Shared<TestApp> => shared(startServer, (app) => app.stop());

/** The server and browser that all files in this process share. */
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
 * Opens the room for the tests in a `describe`. Rooms in one process share a server and a browser.
 * Without a browser the tests are skipped and one line reports why.
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

/** Returns the name and secret of a new caller. The sign-in page accepts them like a user's. */
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

/** Returns the id of an office in the demonstration data, for callers bound to it. */
export async function officeId({ db }: TestApp, office: Office): Promise<bigint> {
  const label = `${office} office`;
  const [found] = await db.query<{ id: bigint }>(
    sql`select id from business_office where label = ${label}`,
  );
  assert.ok(found, `there is no ${label}`);
  return found.id;
}

/** Fills in the sign-in page and waits for the page that follows. */
export async function signIn(page: Page, credentials: Credentials): Promise<void> {
  await page.getByLabel('User name').fill(credentials.name);
  await page.getByLabel('Password').fill(credentials.secret);
  await page.keyboard.press('Enter');
  await untilInside(page);
}

// The first page appears only when the user's start page is known. If a test navigated earlier, the
// start page would replace its page.
async function untilInside(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  await page.locator('main h1').waitFor();
}

/** A browser context in which one user is signed in. */
interface Seat {
  /**
   * Role and office, so that another test can reuse the seat. Undefined if only one test may use
   * it.
   */
  readonly kind: string | undefined;
  readonly context: BrowserContext;
}

interface Seats {
  readonly sit: (role: string, office?: Office) => Promise<Desk>;
  readonly sitApart: (credentials: Credentials) => Promise<Desk>;
  readonly arrive: () => Promise<Desk>;
  /** Closes the pages that a test opened. */
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Creates the browser contexts of a room. A signed-in user stays signed in for later tests, which
 * open new pages in the same context. The console is then already cached, and drafts disappear with
 * their page.
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
 * Runs in the page: pushes an address as a link would, and resolves when the router has rendered
 * it.
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
    // The page shows the API's refusal to the user; the browser also logs it as an error.
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
