// The measurements of `countinghouse bench-bodies`: first requests, large reads, malicious bodies,
// and the largest bodies that operations accept.

import type { App } from '../../src/app/app.js';
import { HTTP } from '../../src/limits.js';
import { PUBLIC } from '../../src/platform/http/route.js';
import { openBenchServer } from '../own-server.js';
import { setStage } from '../stage.js';
import { leadsOf } from '../table-export.js';
import { EVIL_SHAPES } from './evil.js';
import {
  type BodyOrder,
  evilFloodsOf,
  type Flood,
  type FloodFigures,
  measureFlood,
  pathOf,
  routesOf,
  writesOf,
} from './flood.js';
import { IMPORT_NAMES } from './heavy.js';

/** The measurements to run, and their duration. */
interface FloodPlan {
  readonly seconds: number;
  /** Selects measurements whose names contain one of these words. Empty selects all. */
  readonly words: readonly string[];
}

/** Runs the measurements one by one on the same stage, and yields their results. */
export async function* measureBodyFlood(
  databaseUrl: string | undefined,
  { seconds, words }: FloodPlan,
): AsyncGenerator<FloodFigures> {
  const server = await openBenchServer(databaseUrl);
  const stage = await setStage(server);
  const { app } = stage;
  await app.context.db.transaction((tx) => tx.query(leadsOf(1, HTTP.pageSizeMax)));
  const isWanted = ({ name }: Flood) =>
    words.length === 0 || words.some((word) => name.includes(word));
  for (const flood of floodsOf(app, seconds).filter(isWanted)) yield await measureFlood(app, flood);
  await stage.stop();
  await server.stop();
}

/**
 * Returns the measurements in order. The first ones must run before any request has created data.
 */
function floodsOf(app: App, seconds: number): readonly Flood[] {
  const attachments: Omit<Flood, 'name' | 'perSecond'> = {
    ...{ bodies: 'attachments', requests: 20, isSignedIn: true, paths: [] },
  };
  const pages = readsOf(app, (permission) => permission === PUBLIC);
  const reads = readsOf(app, (permission) => permission !== PUBLIC);
  const [, anonymous, , , signedIn] = evilFloodsOf(app, seconds);
  return [
    { ...eachOnce(pages), name: 'each public page', bodies: 'none', isSignedIn: false },
    { ...eachOnce(writesOf(app)), name: 'each write', bodies: 'empty', isSignedIn: true },
    {
      ...eachOnce(reads),
      name: 'each read, of the largest page',
      bodies: 'none',
      isSignedIn: true,
    },
    ...evilFloodsOf(app, seconds),
    ...[anonymous, signedIn].flatMap(eachShape),
    ...IMPORT_NAMES.map((name) => ({
      ...{ name, bodies: { importName: name }, requests: 6, perSecond: 0, isSignedIn: true },
      paths: [],
    })),
    { ...attachments, name: 'attachments, one by one', perSecond: 0 },
    { ...attachments, name: '20 attachments at once', perSecond: 1_000 },
  ];
}

// Returns a separate measurement of each shape.
function eachShape(flood: Flood | undefined): readonly Flood[] {
  if (flood === undefined) return [];
  return Object.keys(EVIL_SHAPES).map((shape) => ({
    ...{ ...flood, name: `${shape}: ${flood.name}`, shapes: [shape] },
  }));
}

function eachOnce(paths: BodyOrder['paths']) {
  return { paths, requests: paths.length, perSecond: 0 };
}

const PAGES = [
  ...['/', '/openapi.json', '/postman.json', '/asyncapi.json', '/events.json', '/llms.txt'],
  ...['/llms-full.txt', '/docs', '/docs/changelog', '/docs/glossary', '/docs/problems'],
  ...['/docs/operations/fix', '/problems/invalid-request', '/console/', '/unknown'],
];

// Returns the server's documents and its read-only operations.
function readsOf(app: App, isWanted: (permission: string) => boolean): BodyOrder['paths'] {
  const routes = routesOf(app).filter(
    ({ method, permission, endless }) => method === 'GET' && !endless && isWanted(permission),
  );
  const paths = routes.map((route) => {
    const size = route.paging === undefined ? '' : `?${route.paging.size}=${HTTP.pageSizeMax}`;
    return `${pathOf(route)}${size}`;
  });
  return [...(isWanted(PUBLIC) ? PAGES : []), ...paths].map((path) => ({ method: 'GET', path }));
}
