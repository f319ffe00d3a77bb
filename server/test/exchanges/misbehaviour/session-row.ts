// Unusual sessions: header fields, sequence numbers, resends, session messages, and how bytes
// arrive.

import type { BeginString } from '../../../src/exchanges/fix/session/message/dictionary.js';
import { ones } from './execution-row.js';
import {
  drop,
  FILLED,
  type Misbehaviour,
  type Plain,
  put,
  REJECTED,
  type Reports,
  reportsOf,
  rows,
  twice,
} from './row.js';

/** Returns every row of this kind for a version. */
export function sessionRows(version: BeginString): readonly Misbehaviour[] {
  const reports = reportsOf(version);
  return [
    ...rows(bytes(reports, version)),
    ...rows(headers(reports)),
    ...rows(faultyHeaders(reports), { hears: REJECTED }),
    ...rows(data(reports)),
    ...rows(numbers(reports)),
    ...gaps(reports),
    ...resends(reports),
    ...sessionMessages(reports),
    ...floods(reports),
    ...broken(reports),
    ...logons(reports),
  ];
}

const BOOKED = {} as const;

/**
 * Returns rows about how bytes arrive: in pieces, joined in one packet, or mixed with other bytes.
 */
function bytes({ fill, half, rest }: Reports, version: BeginString): Plain[] {
  return [
    ['a fill that comes byte by byte', `...${fill}`, FILLED],
    ['two fills in one packet', [`+${half}`, rest], FILLED],
    ['a fill and a heartbeat in one packet', [`+${fill}`, '35=0|34=#'], FILLED],
    ['two fills that come byte by byte', [`...${half}`, `...${rest}`], FILLED],
    ['garbage before a fill', ['>>garbage\u0000\u00ff', fill], FILLED],
    ['empty lines between two fills', [half, '>>\r\n\r\n', rest], FILLED],
    [
      'a web request between two fills',
      [half, '>>GET / HTTP/1.1\r\nHost: x\r\n\r\n', rest],
      FILLED,
    ],
    ['the beginning of a message before a fill', [`>>8=${version}|9=`, fill], FILLED],
    ['separators before a fill', ['>>||||', fill], FILLED],
  ];
}

function headers({ fill, half }: Reports): Plain[] {
  const add = (pairs: string) => fill.replace('34=#', `34=#|${pairs}`);
  return [
    ['a fill from a desk to a desk', add('50=DESK|57=OURS'), FILLED],
    ['a fill on behalf of another', add('115=OTHER|116=DESK'), FILLED],
    ['a fill to be delivered to another', add('128=OTHER|129=DESK'), FILLED],
    ['a fill from a place', add('142=LAGOS|143=ABUJA'), FILLED],
    ['a fill with the last number that was processed', add('369=1'), FILLED],
    ['a fill with a number of the future as processed', add('369=999999'), FILLED],
    ['a fill with an encoding', add('347=UTF-8'), FILLED],
    ['a fill with its header backwards', add('56=~|52=@|49=~'), FILLED],
    ['a fill with zeros before its number', fill.replace('34=#', '34=000#'), FILLED],
    ['a fill that was perhaps sent before', add('43=Y|122=@-5'), FILLED],
    ['a fill that was not sent before', add('43=N'), FILLED],
    ['a fill that is perhaps a resend', add('97=Y'), FILLED],
    ['a fill with hops', add('627=1|628=HUB|629=20261125-10:00:00|630=7'), FILLED],
    ['a fill with a signature', `${fill}|93=4|89=abcd`, FILLED],
    ['a fill by a clock that is a minute late', add('52=@-60'), FILLED],
    ['half a fill by a clock that is a minute early', put(add('52=@60'), 97, 'N'), FILLED],
    ['a fill in a language', `${half}|58=Teilausführung`, { status: 'EXECUTING', filled: 50n }],
  ];
}

/**
 * Returns rows whose messages the session rejects. Their decisive fields are readable, so they are
 * booked anyway.
 */
function faultyHeaders({ fill }: Reports): Plain[] {
  const add = (pairs: string) => fill.replace('34=#', `34=#|${pairs}`);
  return [
    ['a fill without a sender', add('49=none'), FILLED],
    ['a fill without a target', add('56=none'), FILLED],
    ['a fill without a sending time', add('52=none'), FILLED],
    ['a fill with an empty sending time', add('52='), FILLED],
    ['a fill whose sending time is a word', add('52=now'), FILLED],
    ['a fill whose PossDupFlag is a digit', add('43=1'), FILLED],
    ['a fill whose PossResend is a word', add('97=YES'), FILLED],
    ['a fill with an empty desk', add('50='), FILLED],
    ['a fill with two numbers', twice(fill, 34, '1'), FILLED],
    ['a fill with two sending times', twice(add('52=@'), 52, '@'), FILLED],
    ['a fill with its target in the body', `${add('56=none')}|56=~`, FILLED],
    ['a fill with hops that are not there', add('627=2|628=HUB'), FILLED],
    ['a fill with an OrigSendingTime that is a word', add('43=Y|122=before'), FILLED],
    ['a fill with more parties than it says', `${fill}|453=1|448=A|447=D|452=1|448=B`, FILLED],
    ['a fill whose parties are counted by a word', `${fill}|453=one|448=A`, FILLED],
    ['a fill whose parties are counted below zero', `${fill}|453=-1`, FILLED],
    [
      'a fill with a party of a party that is missing',
      `${fill}|453=1|448=A|802=2|523=B|803=1|448=C`,
      FILLED,
    ],
  ];
}

/** Returns rows with data fields, which may contain separators because their length is given. */
function data({ fill }: Reports): Plain[] {
  return [
    ['a fill with a separator inside its data', `${fill}|95=5|96=a|b|c`, FILLED],
    ['a fill with a message inside its data', `${fill}|95=14|96=8=FIX.4.4|35=D`, FILLED],
    ['a fill with an encoded text', `${fill}|354=4|355=\u00c3\u00a4|x`, FILLED],
    ['a fill with data of no bytes', `${fill}|95=0|58=x`, FILLED],
    ['a fill with XML', `${fill}|212=8|213=<a>|</a>|`, FILLED],
    ['a fill with unknown groups', `${fill}|555=2|600=A|600=B|604=0`, FILLED],
    ['a fill with legs', `${fill}|555=2|600=ACCESS|624=1|600=ZENITHBANK|624=2`, FILLED],
    ['a fill with no parties', `${fill}|453=0`, FILLED],
    ['a fill with parties', `${fill}|453=2|448=A|447=D|452=1|448=B|447=D|452=3`, FILLED],
    ['a fill with fees', `${fill}|136=1|137=4.00|138=NGN|139=4`, FILLED],
  ];
}

function numbers({ fill, half, rest }: Reports): Plain[] {
  return [
    ['a number that comes again with PossDupFlag', [fill, put(again(fill), 34, '-1')], FILLED],
    [
      'a number that comes again with another fill inside',
      [half, again(put(rest, 34, '-1'))],
      { status: 'EXECUTING', filled: 50n },
    ],
    [
      'a number that comes again five times',
      [fill, ...Array(5).fill(put(again(fill), 34, '-1'))],
      FILLED,
    ],
    ['all numbers again', [half, rest, '!again 3'], FILLED],
    ['all numbers again, twice', [half, rest, '!again 3', '!again 3'], FILLED],
  ];
}

function again(line: string): string {
  return line.replace(/(\|34=[^|]*)/, '$1|43=Y|122=@-1');
}

function gaps({ say, fill, half, rest }: Reports): Misbehaviour[] {
  const asked = { hears: [['35=2']] };
  const units = ones(say, 100);
  return [
    ...rows(
      [
        ['a fill that is lost, and a heartbeat', [`?${fill}`, '35=0|34=#'], FILLED],
        ['a fill that is lost, and the next one', [`?${half}`, rest], FILLED],
        [
          'two fills that are lost with a fill between them',
          [`?${units[0]}`, ...units.slice(1, 2), `?${units[2]}`, ...units.slice(3)],
          FILLED,
        ],
        [
          'a hundred fills, and all but the last are lost',
          [...units.slice(0, -1).map((line) => `?${line}`), ...units.slice(-1)],
          FILLED,
        ],
        [
          'a hundred fills, and every second is lost',
          [...units.map((line, at) => (at % 2 === 0 ? `?${line}` : line)), '35=0|34=#'],
          FILLED,
        ],
        ['a test request that is lost, and a fill', ['?35=1|34=#|112=LOST', fill], FILLED],
        ['a refused fill that is lost', [`?${fill}|58=`, '35=0|34=#'], FILLED],
        ['a fill that is garbled once', [broken16(fill), '35=0|34=#'], FILLED],
      ],
      asked,
    ),
  ];
}

/**
 * Returns the line with a checksum that is wrong the first time. A resend has the correct checksum.
 */
function broken16(line: string): string {
  return `!garbled ${line}`;
}

function resends({ fill }: Reports): Misbehaviour[] {
  const filling = { hears: [['35=4', '123=Y']] };
  const plain: Plain[] = [
    ['a request for the first message', ['35=2|34=#|7=1|16=1', fill], FILLED],
    ['a request for messages from zero on', ['35=2|34=#|7=0|16=1', fill], FILLED],
    [
      'a request for the first message ten times',
      [...Array<string>(10).fill('35=2|34=#|7=1|16=1'), fill],
      FILLED,
    ],
  ];
  const silent: Plain[] = [
    ['a request for messages that we have not sent', ['35=2|34=#|7=999999|16=0', fill], FILLED],
    ['a request for a range that runs backwards', ['35=2|34=#|7=5|16=2', fill], FILLED],
    ['a request for a number beyond all numbers', ['35=2|34=#|7=999999999999|16=0', fill], FILLED],
  ];
  const refused: Plain[] = [
    ['a request without an end', ['35=2|34=#|7=1', fill], FILLED],
    ['a request from a word on', ['35=2|34=#|7=first|16=0', fill], FILLED],
  ];
  return [...rows(plain, filling), ...rows(silent), ...rows(refused, { hears: REJECTED })];
}

function sessionMessages({ fill }: Reports): Misbehaviour[] {
  const sound: Plain[] = [
    ['a heartbeat for a request that we did not send', ['35=0|34=#|112=NOBODYS', fill], FILLED],
    ['a Logon inside the session', ['35=A|34=#|98=0|108=30|1137=9', fill], FILLED],
    ['a gap fill over one number', ['35=4|34=#|123=Y|36=+', fill], FILLED],
    ['a gap fill over a hundred numbers', ['35=4|34=#|123=Y|36=+100', fill], FILLED],
    ['a reset over a hundred numbers', ['35=4|34=#|36=+100', fill], FILLED],
    ['a reset to the number that is due', ['35=4|34=#|123=N|36=+', fill], FILLED],
    [
      'a test request with a text of a thousand characters',
      [`35=1|34=#|112=${'x'.repeat(1_000)}`, fill],
      FILLED,
    ],
  ];
  const refused: Plain[] = [
    ['a test request without an id', ['35=1|34=#', fill], FILLED],
    ['a test request with an empty id', ['35=1|34=#|112=', fill], FILLED],
    ['a heartbeat with a fault', ['35=0|34=#|58=', fill], FILLED],
    ['a gap fill that goes back', ['35=4|34=#|43=Y|122=@|123=Y|36=1', fill], FILLED],
    ['a gap fill to its own number', ['35=4|34=#|123=Y|36=#', fill], FILLED],
    ['a gap fill beyond all numbers', ['35=4|34=#|123=Y|36=99999999999', fill], FILLED],
    ['a gap fill to a word', ['35=4|34=#|123=Y|36=next', fill], FILLED],
    ['a reset that goes back', ['35=4|34=#|36=1', fill], FILLED],
    ['a reset beyond all numbers', ['35=4|34=#|36=99999999999', fill], FILLED],
    ['a Logon with a fault inside the session', ['35=A|34=#|98=0', fill], FILLED],
  ];
  return [
    ...rows(sound),
    ...rows(refused, { hears: REJECTED }),
    {
      name: 'a Reject without a number',
      says: ['35=3|34=#|58=what was that', fill],
      hearsNot: ['35=3'],
      after: { ...FILLED, elsewhere: ['MALFORMED'] },
    },
  ];
}

function floods({ say, fill }: Reports): Misbehaviour[] {
  const many = (count: number, line: string) => Array<string>(count).fill(line);
  const refused = many(100, `${drop(fill, 60)}|60=`);
  return rows([
    ['three hundred heartbeats', [...many(300, '35=0|34=#'), fill], FILLED],
    ['two hundred test requests', [...many(200, '35=1|34=#|112=FLOOD'), fill], FILLED],
    [
      'three hundred duplicates',
      many(301, fill),
      {
        ...FILLED,
        ignored: Array.from({ length: 300 }, () => 'DUPLICATE' as const),
      },
    ],
    ['a hundred fills with a fault each', ones(say, 100).map((line) => `${line}|58=`), FILLED],
    [
      'a refused fill a hundred times',
      refused,
      {
        ...FILLED,
        ignored: Array.from({ length: 99 }, () => 'DUPLICATE' as const),
      },
    ],
    [
      'two hundred reports of an unknown order',
      many(200, put(fill, 11, 'NOBODYS2')),
      {
        elsewhere: ['UNKNOWN_ORDER'],
        ignored: Array.from({ length: 199 }, () => 'DUPLICATE' as const),
      },
    ],
  ]);
}

/** Returns rows in which the connection ends and the next one continues the session. */
function broken({ fill, half, rest }: Reports): Misbehaviour[] {
  const end = { ends: true } as const;
  return rows(
    [
      ['a connection that breaks inside a fill', [half, `!cut ${rest}`], FILLED],
      ['a connection that breaks behind a fill', [fill, '!break'], FILLED],
      ['a connection that breaks with a fill on the way', [`?${fill}`, '!break'], FILLED],
      ['a Logout with a text', ['35=5|34=#|58=end of day'], BOOKED],
      ['a Logout without a text, and a fill before it', [fill, '35=5|34=#'], FILLED],
      ['a Logout, and a fill behind it', ['35=5|34=#', fill], FILLED],
      ['a Logout above a gap with a fill in it', [`?${fill}`, '35=5|34=#'], FILLED],
      ['a Logout with a fault', ['35=5|34=#|58='], BOOKED],
      ['a number that is too low', [fill, '35=0|34=1'], FILLED],
      [
        'a resent fill that was sent first in the future',
        [fill, put(fill.replace('34=#', '34=#|43=Y|122=@10'), 34, '-1')],
        FILLED,
      ],
      ['a message without a number', [fill, '35=0'], FILLED],
      ['a message whose number is a word', [fill, '35=0|34=next'], FILLED],
      ['a message whose number is negative', [fill, '35=0|34=-9'], FILLED],
      ['a message of another version', [fill, '8=FIX.4.0|35=0|34=#'], FILLED],
    ],
    end,
  );
}

/** Rows about how the exchange answers logons. */
function logons({ fill }: Reports): Misbehaviour[] {
  const at = (name: string, ...answers: string[]): Misbehaviour => ({
    name,
    says: ['35=5|34=#'],
    ends: true,
    logons: answers,
    later: [fill],
    after: FILLED,
  });
  return [
    at('a logon answered with no heartbeats', '98=0|108=0'),
    at('a logon answered with a negative interval', '98=0|108=-1', ''),
    at('a logon answered with an interval of a word', '98=0|108=often', ''),
    at('a logon answered without an interval', '98=0', ''),
    at('a logon answered with an interval of a century', '98=0|108=999999999'),
    at('a logon answered with a user and a password', '98=0|108=30|553=a|554=b'),
    at('a logon answered with a text', '98=0|108=30|58=welcome'),
    at('a logon answered by another sender', '49=WHO|98=0|108=30', ''),
    at('a logon answered two minutes late', '52=@-125|98=0|108=30', ''),
  ];
}
