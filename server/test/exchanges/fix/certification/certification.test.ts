// Runs the certification mode in both roles and all versions against the classic cases of a FIX
// acceptance suite.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  type Certification,
  startCertification,
} from '../../../../src/exchanges/fix/certification/certification.js';
import { SILENT_LOG } from '../../../../src/exchanges/fix/session/application.js';
import type { BeginString } from '../../../../src/exchanges/fix/session/message/dictionary.js';
import { packageFolder } from '../../../../src/platform/package-folder.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { mainProgram } from '../../../support/process/program.js';
import { connectPeer, listenAsPeer, type RawPeer } from '../raw-peer.js';
import { type SteppedTime, steppedTime } from '../stepped-time.js';
import type { Script } from './line.js';
import { scriptsOf } from './script.js';

const VERSIONS = ['FIX.4.2', 'FIX.4.4', 'FIXT.1.1'] as const;
const ROLES = ['acceptor', 'initiator'] as const;

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

interface Stage {
  readonly certification: Certification;
  /** Accepts the next connection, before any Logon. */
  meet(): Promise<RawPeer>;
  close(): Promise<void>;
}

/** Opens the stage in stepped time, so that no test waits for real heartbeats. */
function openStage(role: 'acceptor' | 'initiator', beginString: BeginString): Promise<Stage> {
  return openStageIn(steppedTime(database.db), role, beginString);
}

async function openStageIn(
  time: SteppedTime,
  role: 'acceptor' | 'initiator',
  beginString: BeginString,
): Promise<Stage> {
  const { db, clock } = time;
  const target = `TW-${role}`;
  const ids = { beginString, sender: target, target: 'ISLD', time };
  const settings = {
    db,
    clock,
    log: SILENT_LOG,
    role,
    host: '127.0.0.1',
    beginString,
    senderCompId: 'ISLD',
    targetCompId: target,
  };
  if (role === 'acceptor') {
    const certification = await startCertification({ ...settings, port: 0 });
    const meet = () => connectPeer(certification.port, ids);
    return { certification, meet, close: () => time.passUntil(certification.stop()) };
  }
  const listener = await listenAsPeer(ids);
  const certification = await startCertification({ ...settings, port: listener.port });
  return {
    certification,
    meet: () => listener.accept(),
    close: async () => {
      listener.close();
      await time.passUntil(certification.stop());
    },
  };
}

async function logOn(peer: RawPeer, role: string, logon: string): Promise<void> {
  const version = logon.includes('1137') ? '|1137=9' : '';
  if (role === 'initiator') await peer.hear(`35=A|34=1|98=0|108=30|141=Y${version}`);
  peer.say(logon);
  if (role === 'acceptor') await peer.hear(logon);
}

async function play(peer: RawPeer, { lines }: Script): Promise<void> {
  for (const line of lines) {
    const [sign = '', text = ''] = [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)];
    if (sign === '>') peer.say(text);
    else if (sign === '>>') peer.sayRaw(text);
    else if (sign === '<') await peer.hear(text);
    else await peer.hearClose();
  }
}

describe('certification', { concurrency: true }, () => {
  for (const role of ROLES) {
    for (const version of VERSIONS) {
      describe(`${role}, ${version}`, { concurrency: 1 }, () => {
        let stage: Stage;
        before(async () => {
          stage = await openStage(role, version);
        });
        after(() => stage.close());
        for (const script of scriptsOf(version)) {
          it(`${script.rule}: ${script.name}`, async () => {
            const peer = await stage.meet();
            const applVer = version === 'FIXT.1.1' ? '|1137=9' : '';
            try {
              await logOn(peer, role, `35=A|34=1|98=0|108=${script.heartBtInt ?? 30}${applVer}`);
              await play(peer, script);
            } finally {
              peer.close();
            }
          });
        }
      });
    }
  }
});

it('every script is listed in the docs', async () => {
  const page = await readFile(
    join(packageFolder(), '..', 'docs', 'operations', 'fix-rules.md'),
    'utf8',
  );
  const listed = page.split('\n').filter((line) => line.startsWith('| '));
  const scripts = VERSIONS.flatMap((version) => scriptsOf(version));
  const missing = scripts.filter(({ rule, name }) => !listed.includes(`| ${rule} | ${name} |`));
  assert.deepEqual(missing, []);
  const named = new Set(scripts.map(({ rule, name }) => `| ${rule} | ${name} |`));
  // The table's heading, the rule below it, and three lines about Logons, which other tests cover.
  assert.equal(listed.filter((line) => !named.has(line)).length, 5);
});

describe('logon as acceptor', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage('acceptor', 'FIX.4.4');
  });
  after(() => stage.close());

  const strangers: readonly (readonly [string, string])[] = [
    ['an unknown sender', '35=A|34=1|49=WHO|98=0|108=30'],
    ['an unknown target', '35=A|34=1|56=WHO|98=0|108=30'],
    ['another BeginString', '8=FIX.4.9|35=A|34=1|98=0|108=30'],
    ['a clock that is wrong', '35=A|34=1|52=@-121|98=0|108=30'],
    ['a message that is not a Logon', '35=0|34=1'],
  ];
  for (const [what, first] of strangers) {
    it(`disconnects without an answer on ${what}`, async () => {
      const peer = await stage.meet();
      peer.say(first);
      await peer.hearClose();
    });
  }

  it('disconnects on a Logon of the wrong length', async () => {
    const peer = await stage.meet();
    peer.sayRaw('8=FIX.4.4|9=10|35=A|34=1|49=TW-acceptor|56=ISLD|98=0|108=30|10=000|');
    await peer.hearClose();
  });

  it('answers a Logon above the expected number and requests the missing messages', async () => {
    const peer = await stage.meet();
    peer.say('35=A|34=5|98=0|108=30');
    await peer.hear('35=A|34=1|98=0|108=30');
    await peer.hear('35=2|34=2|7=1|16=0');
    peer.close();
  });

  it('disconnects on a second connection and keeps the first', async () => {
    const first = await stage.meet();
    first.say('35=A|34=1|98=0|108=30');
    await first.hear('35=A|34=1|98=0|108=30');
    const second = await stage.meet();
    second.say('35=A|34=1|98=0|108=30');
    await second.hearClose();
    first.say('35=1|34=2|112=HELLO');
    await first.hear('35=0|34=2|112=HELLO');
    first.close();
  });
});

describe('logon as initiator', () => {
  it('reconnects within a second, with number 1, after every kind of end', async () => {
    const time = steppedTime(database.db);
    const stage = await openStageIn(time, 'initiator', 'FIX.4.4');
    try {
      for (let round = 0; round < 6; round += 1) {
        const began = time.clock.nowMs();
        const peer = await stage.meet();
        assert.ok(time.clock.nowMs() - began < 1_000);
        await peer.hear('35=A|34=1|98=0|108=30|141=Y');
        if (round % 2 === 0) peer.say('35=5|34=1|58=not now');
        else peer.say('35=A|34=1|98=0|108=30');
        peer.close();
      }
    } finally {
      await stage.close();
    }
  });
});

describe('the answer to our Logon', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage('initiator', 'FIX.4.4');
  });
  after(() => stage.close());

  const meet = async () => {
    const peer = await stage.meet();
    await peer.hear('35=A|34=1|98=0|108=30|141=Y');
    return peer;
  };

  it('is accepted above the expected number, and the missing messages are requested', async () => {
    const peer = await meet();
    peer.say('35=A|34=5|98=0|108=30');
    await peer.hear('35=2|34=2|7=1|16=0');
    peer.say('35=4|34=1|43=Y|122=@|36=6|123=Y');
    peer.say('35=5|34=6');
    await peer.hear('35=5|34=3');
    await peer.hearClose();
  });

  const wrong: readonly (readonly [string, string])[] = [
    ['from a wrong sender', '35=A|34=1|49=WHO|98=0|108=30'],
    ['to a wrong target', '35=A|34=1|56=WHO|98=0|108=30'],
    ['in another version', '8=FIX.4.2|35=A|34=1|98=0|108=30'],
    ['by a wrong clock', '35=A|34=1|52=@-121|98=0|108=30'],
    ['that is not a Logon', '35=0|34=1'],
    ['of a wrong length', '35=A|9=40|34=1|98=0|108=30'],
  ];
  for (const [what, answer] of wrong) {
    it(`ends the connection without an answer: ${what}`, async () => {
      const peer = await meet();
      peer.say(answer);
      await peer.hearClose();
    });
  }
});

describe('the command', () => {
  it('reports when it listens, echoes, and ends on SIGTERM', async () => {
    const words = 'fix certify --role acceptor --port 0 --begin-string FIX.4.2 --sender ISLD';
    const child = spawn(
      process.execPath,
      [...mainProgram(), ...words.split(' '), '--target', 'CLI'],
      {
        cwd: packageFolder(),
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: database.url,
          COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const ended = once(child, 'exit');
    const failed = ended.then(([code]) => [`ended with ${code}`]);
    const [chunk] = await Promise.race([once(child.stdout, 'data'), failed]);
    assert.match(String(chunk), /^listening/);
    const port = Number(/^listening on 127\.0\.0\.1:(\d+)\n$/.exec(String(chunk))?.[1]);
    const ids = { beginString: 'FIX.4.2', sender: 'CLI', target: 'ISLD' };
    const peer = await connectPeer(port, ids);
    peer.say('35=A|34=1|98=0|108=30');
    await peer.hear('35=A|34=1|98=0|108=30');
    child.kill('SIGTERM');
    await peer.hear('35=5|34=2');
    peer.say('35=5|34=2');
    assert.deepEqual(await ended, [0, null]);
  });
});
