// Measures the cost of loading the console from the browser's trace: bytes, first and largest
// paint, time to interactive, blocking time and layout shift, as Lighthouse defines them, and the
// time and bytes that the page needs until the user can use it. Prints a table. After a build, run
// `node --import tsx test/browser/load-figures.ts` from server/, with the name of one network line,
// such as `slow`, to measure only that one.

import assert from 'node:assert/strict';
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app.js';
import { orderBody, orderIn } from '../support/order.js';
import { BROWSER_ARGUMENTS, browserProgram, credentialsOf } from '../support/page/browser.js';

/** The minimum duration of a long task, in milliseconds. */
const LONG_TASK_MS = 50;
/** The page counts as interactive after this many milliseconds without a long task. */
const QUIET_MS = 5_000;
const WAIT_MAX_MS = 90_000;
const KILOBYTE = 1_024;
const WINDOW = { width: 1360, height: 820 };

/** Lighthouse's network and CPU presets, and a slow line. */
const LINES = [
  { name: 'this machine', latencyMs: 0, kilobitsPerSecond: undefined, slowdown: 1 },
  { name: 'desktop', latencyMs: 40, kilobitsPerSecond: 10_240, slowdown: 1 },
  { name: 'mobile', latencyMs: 150, kilobitsPerSecond: 1_638, slowdown: 4 },
  // The line for which the console has a budget.
  { name: 'slow', latencyMs: 300, kilobitsPerSecond: 400, slowdown: 1 },
] as const;

type Line = (typeof LINES)[number];

/** The roles that sign in. The last one opens the pages. */
const ROLES = ['DEALER', 'OPERATIONS', 'ADMIN'] as const;
const PAGES = ['/home', '/orders', '/dashboard', '/customers/1', '/market/GTCO'] as const;

interface Timing {
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly ttiMs: number;
  readonly tbtMs: number;
  readonly cls: number;
}

interface Weight {
  /** Bytes transferred, compressed. */
  sentBytes: number;
  /** Bytes after decoding. */
  rawBytes: number;
  requests: number;
}

interface Seen {
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  readonly tasks: readonly { readonly start: number; readonly end: number }[];
  readonly now: number;
}

// Runs in the page before the page's own scripts.
const OBSERVER = `
  const seen = { fcp: 0, lcp: 0, cls: 0, tasks: [] };
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => { seen.lcp = startTime; });
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.cls += value; });
  watch('longtask', ({ startTime, duration }) =>
    seen.tasks.push({ start: startTime, end: startTime + duration }));
  globalThis.seenOfLoad = () => ({ ...seen, now: performance.now() });
`;

function timingOf({ fcp, lcp, cls, tasks }: Seen): Timing {
  const later = tasks.filter(({ end }) => end > fcp);
  const held = later.map(({ start, end }) =>
    Math.max(0, end - Math.max(start, fcp) - LONG_TASK_MS),
  );
  return {
    fcpMs: fcp,
    lcpMs: lcp,
    ttiMs: Math.max(fcp, later.at(-1)?.end ?? 0),
    tbtMs: held.reduce((sum, ms) => sum + ms, 0),
    cls,
  };
}

/** The time and bytes that a page needs until the user can use it. */
interface Usable {
  readonly ms: number;
  readonly weight: Weight;
}

const HEADING = '#page h1';

/** The sign-in or the heading of a page. */
const USABLE = `input[name=username], ${HEADING}`;

/** Waits until the page is usable. Returns the time and the bytes loaded until then. */
async function untilUsable(
  page: Page,
  { began, weight }: { readonly began: number; readonly weight: Weight },
  selector = USABLE,
): Promise<Usable> {
  await page.locator(selector).first().waitFor({ timeout: WAIT_MAX_MS });
  return { ms: performance.now() - began, weight: { ...weight } };
}

/** Waits until the page has been painted and has had no long task for five seconds. */
async function untilQuiet(page: Page): Promise<Timing> {
  const until = Date.now() + WAIT_MAX_MS;
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LONG_TASK_MS));
    const seen: Seen = await page.evaluate('seenOfLoad()');
    const lastEnd = Math.max(seen.lcp, seen.tasks.at(-1)?.end ?? 0);
    if (seen.fcp > 0 && seen.now - lastEnd > QUIET_MS) return timingOf(seen);
  }
  return assert.fail('the page is never at rest');
}

/** Starts counting the requests and bytes that the page loads over the network. */
function weigh(session: CDPSession): Weight {
  const weight: Weight = { sentBytes: 0, rawBytes: 0, requests: 0 };
  session.on('Network.dataReceived', ({ dataLength }) => {
    weight.rawBytes += dataLength;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    weight.sentBytes += encodedDataLength;
    // Files from the browser's cache and inline images have no encoded bytes.
    if (encodedDataLength > 0) weight.requests += 1;
  });
  return weight;
}

async function slowDown(session: CDPSession, line: Line): Promise<void> {
  await session.send('Network.enable');
  const throughput =
    line.kilobitsPerSecond === undefined ? -1 : (line.kilobitsPerSecond * KILOBYTE) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: line.slowdown });
}

function tell(what: readonly string[]): void {
  const widths = [30, 7, 7, 5, 7, 9, 5, 7, 7, 7, 7, 7];
  process.stdout.write(`${what.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' ')}\n`);
}

const kilobytes = (bytes: number): string => `${Math.round(bytes / KILOBYTE)} kB`;

function partsOf({ ms, weight }: Usable): readonly string[] {
  return [String(Math.round(ms)), kilobytes(weight.sentBytes), String(weight.requests)];
}

interface Load {
  readonly usable: Usable;
  readonly weight: Weight;
  readonly timing: Timing;
}

function tellLoad(name: string, { usable, weight, timing }: Load): void {
  const { fcpMs, lcpMs, ttiMs, tbtMs, cls } = timing;
  const times = [fcpMs, lcpMs, ttiMs, tbtMs].map((ms) => String(Math.round(ms)));
  const sizes = [kilobytes(weight.sentBytes), kilobytes(weight.rawBytes), String(weight.requests)];
  tell([name, ...partsOf(usable), ...sizes, ...times, cls.toFixed(3)]);
}

/** A line, with functions that open pages over it. */
interface Measured {
  readonly line: Line;
  readonly app: TestApp;
  readonly context: BrowserContext;
}

async function opened({ context, line }: Measured, isCold: boolean) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await slowDown(session, line);
  if (isCold) await session.send('Network.clearBrowserCache');
  await page.addInitScript(OBSERVER);
  return { page, session };
}

interface Address {
  readonly name: string;
  readonly path: string;
  readonly isCold?: boolean;
}

async function load(on: Measured, { name, path, isCold = true }: Address) {
  const { page, session } = await opened(on, isCold);
  const weight = weigh(session);
  const began = performance.now();
  await page.goto(`${on.app.url}/console${path}`, { waitUntil: 'commit', timeout: WAIT_MAX_MS });
  const usable = await untilUsable(page, { began, weight });
  tellLoad(`${on.line.name}: ${name}`, { usable, weight, timing: await untilQuiet(page) });
  return { page, session };
}

/** Signs in a user with this role. The console loads its pages while a user types. */
async function enter(on: Measured, role: string): Promise<void> {
  const { name, secret } = await credentialsOf(on.app, role);
  const { page, session } = await load(on, { name: 'sign-in', path: '/' });
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password').fill(secret);
  const weight = weigh(session);
  const began = performance.now();
  await page.keyboard.press('Enter');
  const usable = await untilUsable(page, { began, weight }, HEADING);
  // The paints before the sign-in are long past, so the page would seem to be at rest at once.
  await page.waitForTimeout(QUIET_MS);
  const timing = await untilQuiet(page);
  tellLoad(`${on.line.name}: home of ${role}`, { usable, weight, timing });
  await page.close();
}

async function measure(browser: Browser, app: TestApp, line: Line): Promise<void> {
  for (const role of ROLES) {
    const context = await browser.newContext({ viewport: WINDOW });
    const on = { line, app, context };
    await enter(on, role);
    if (role === 'ADMIN') {
      for (const path of PAGES) await (await load(on, { name: path, path })).page.close();
      const again = { name: '/orders again', path: '/orders', isCold: false };
      await (await load(on, again)).page.close();
    }
    await context.close();
  }
}

const program = browserProgram();
assert.ok(program !== undefined, 'there is no browser');
const app = await startTestApp({ demo: true, workersLeftOut: [] });
const { body } = await app.as('CLIENT').post('/api/v1/order/tradeorder/submit', orderBody());
await orderIn(app, body.id, ['EXECUTED']);
const browser = await chromium.launch({ executablePath: program, args: [...BROWSER_ARGUMENTS] });
tell(['', 'usable', 'sent', 'files', 'sent', 'raw', 'files', 'FCP', 'LCP', 'TTI', 'TBT', 'CLS']);
const [only] = process.argv.slice(2);
const measured = LINES.filter(({ name }) => only === undefined || name === only);
for (const line of measured) await measure(browser, app, line);
await browser.close();
await app.stop();
