// The lock file lists every package for every platform with a hash of its content.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSources } from './support/source.js';

const text = readSources().find(({ path }) => path === 'package-lock.json')?.text;

describe('packages', () => {
  interface Lock {
    readonly packages: Readonly<Record<string, Locked>>;
  }
  interface Locked {
    readonly version?: string;
    readonly resolved?: string;
    readonly integrity?: string;
    readonly link?: boolean;
    readonly engines?: { readonly node?: string };
    readonly optionalDependencies?: Readonly<Record<string, string>>;
  }
  const lock: Lock = JSON.parse(text ?? '{"packages":{}}');
  const locked = Object.entries(lock.packages);

  test('each is locked for every platform, as npm ci requires (npm run lock)', () => {
    const names = new Set(locked.map(([place]) => place.replace(/^.*node_modules\//, '')));
    const wanted = locked.flatMap(([, entry]) => Object.keys(entry.optionalDependencies ?? {}));
    assert.deepEqual(
      wanted.filter((name) => !names.has(name)),
      [],
    );
  });

  test('each is locked by the hash of its content', () => {
    const open = locked.filter(
      ([place, { link, integrity }]) =>
        place.includes('node_modules/') && link !== true && !integrity?.startsWith('sha512-'),
    );
    assert.deepEqual(
      open.map(([place]) => place),
      [],
    );
  });

  test('no package is locked to a registry', () => {
    const bound = locked.filter(([, entry]) => /^https?:/.test(entry.resolved ?? ''));
    assert.deepEqual(
      bound.map(([place]) => place),
      [],
    );
  });

  test('no package needs a newer Node than we promise', () => {
    const newer = locked.filter(([, entry]) => /^>=? ?2[1-9]/.test(entry.engines?.node ?? ''));
    assert.deepEqual(
      newer.map(([place]) => place),
      [],
    );
  });
});
