// The certification scripts: the messages of a counterparty after logon, and the expected replies.

import type { BeginString } from '../../../../src/exchanges/fix/session/message/dictionary.js';
import { applicationScripts } from './application-script.js';
import { errorScripts } from './error-script.js';
import type { Script } from './line.js';
import { numberScripts } from './number-script.js';

/** Returns every script for a version. The texts of rejects differ slightly between versions. */
export function scriptsOf(version: BeginString): readonly Script[] {
  return [
    ...numberScripts(version),
    ...errorScripts(version),
    ...applicationScripts(version),
    ...timeScripts(version),
  ];
}

function timeScripts(version: BeginString): Script[] {
  const short: Script = {
    rule: '6',
    name: 'heartbeats are sent, then a test request, then the session ends',
    heartBtInt: 1,
    lines: ['< 35=0|34=2', '< 35=1|34=3|112=TEST', '.'],
  };
  const beat = (seqNum: number, out: number) => [`< 35=0|34=${out}`, `> 35=0|34=${seqNum}`];
  const long: Script = {
    rule: '4a',
    name: 'a heartbeat gets a heartbeat, a test request gets its id, silence ends the session',
    heartBtInt: 2,
    lines: [
      ...[...beat(2, 2), '< 35=0|34=3', '< 35=1|34=4|112=TEST', '> 35=0|34=3|112=TEST'],
      ...[...beat(4, 5), '< 35=0|34=6', '< 35=1|34=7|112=TEST', '.'],
    ],
  };
  // Timing does not depend on the version, and this script is slow, so only one version runs it.
  return version === 'FIX.4.4' ? [short, long] : [short];
}
