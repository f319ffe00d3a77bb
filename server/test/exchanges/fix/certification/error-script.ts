// Certification scripts for errors: messages that are ignored, are rejected, or end the session.

import type { BeginString } from '../../../../src/exchanges/fix/session/message/dictionary.js';
import { bye, ECHO, hello, ORDER, OUT_OF_RANGE, type Script, traded } from './line.js';

/** Returns the error scripts, grouped by the error's effect. */
export function errorScripts(version: BeginString): Script[] {
  return [...garbledScripts(version), ...strangerScripts(), ...rejectScripts(version)];
}

/**
 * Returns scripts with garbled messages, which are ignored and not counted. Gap detection requests
 * them again.
 */
function garbledScripts(version: BeginString): Script[] {
  return [
    {
      rule: '2d, 3c',
      name: 'a garbled message is ignored and requested again as a gap',
      lines: [
        `>> 8=${version}|9=52|35=0|34=2|4garbled9=TW|52=20260101-00:00:00|56=ISLD|10=0|`,
        '> 35=0|34=2',
        `>> 8=${version}|9=81|35=D|34=3|49garbled=TW|52=20260101-00:00:00|56=ISLD|${ECHO}|10=0|`,
        ...['> 35=0|34=4', '< 35=2|34=2|7=3|16=0', ...traded(3, 3), ...bye(5, 4)],
      ],
    },
    {
      rule: '2m',
      name: 'a BodyLength that is too short, and one that swallows the next message',
      lines: [
        ...[`> 35=D|9=30|34=2|${ORDER}`, `> 35=D|34=3|${ORDER}`, '< 35=2|34=2|7=2|16=0'],
        ...[`> 35=D|34=2|${ORDER}`, `< 35=D|34=3|${ECHO}`, `< 35=D|34=4|${ECHO}`],
        ...[`> 35=D|9=130|34=4|${ORDER}`, `> 35=D|34=5|${ORDER}`, ...traded(4, 5), ...traded(5, 6)],
        ...bye(6, 7),
      ],
    },
    {
      rule: '2t',
      name: 'the first three tags out of order',
      lines: [
        `>> 35=0|8=${version}|9=29|34=2|49=TW|52=20260101-00:00:00|56=ISLD|10=121|`,
        ...[...hello(2, 2), '> 34=3|35=0', ...hello(3, 3), ...bye(4, 4)],
      ],
    },
    {
      rule: '3b',
      name: 'a wrong checksum',
      lines: [
        ...['> 35=0|34=2|10=256', '> 35=0|34=2', `> 35=D|34=3|${ORDER}|10=256`, '> 35=0|34=4'],
        ...['< 35=2|34=2|7=3|16=0', ...traded(3, 3), ...bye(5, 4)],
      ],
    },
  ];
}

/** Returns scripts in which a message from another sender or with a wrong time ends the session. */
function strangerScripts(): Script[] {
  const wrong = (rule: string, name: string, fields: string): Script => {
    const [, text, reason] = rule === '2k' ? ['', 'CompID problem', 9] : ['', CLOCK, 10];
    return {
      rule,
      name,
      lines: [
        ...[`> 35=D|34=2|${fields}|${ORDER}`, `< 35=3|34=2|45=2|58=${text}|372=D|373=${reason}`],
        ...['< 35=5|34=3', '> 35=5|34=3', '.'],
      ],
    };
  };
  return [
    wrong('2k', 'a wrong SenderCompID ends the session after the reject', '49=WT'),
    wrong('2k', 'a wrong TargetCompID ends the session after the reject', '56=DLSI'),
    wrong('2k', 'two wrong CompIDs end the session after one reject', '49=WT|56=DLSI'),
    wrong('2o', 'a clock more than two minutes late ends the session', '52=@-121'),
    wrong('2o', 'a clock more than two minutes early ends the session', '52=@121'),
    {
      rule: '2i',
      name: 'another BeginString ends the session, with an answer to our Logout',
      lines: ['> 8=FIX.4.1|35=1|34=2|112=X', ...ANOTHER_VERSION, '> 35=5|34=3', '.'],
    },
    {
      rule: '2i',
      name: 'another BeginString ends the session, without an answer to our Logout',
      lines: ['> 8=FIX.4.1|35=1|34=2|112=X', ...ANOTHER_VERSION, '.'],
    },
    {
      rule: '14b',
      name: 'a message without a number ends the session',
      lines: ['> 35=0', '< 35=5|34=2|58=Required tag missing: 34', '.'],
    },
  ];
}

const CLOCK = 'SendingTime accuracy problem';
const ANOTHER_VERSION = ['< 35=5|34=2|58=Incorrect BeginString'];

/** The message, the text of the Reject, and the routing fields of the Reject. */
type Erroneous = readonly [message: string, reject: string, route?: string];

const BAD_FIELDS: readonly Erroneous[] = [
  ['35=0|999=HI', '58=Invalid tag number|371=999|372=0|373=0'],
  ['35=0|0=HI', '58=Invalid tag number|371=0|372=0|373=0'],
  ['35=0|-1=HI', '58=Invalid tag number|371=-1|372=0|373=0'],
  ['35=0|5000=HI', '58=Invalid tag number|371=5000|372=0|373=0'],
  ['35=*', '58=Invalid MsgType|372=*|373=11'],
];

const MISSING_OR_STRANGE: readonly Erroneous[] = [
  ['35=1', '58=Required tag missing|371=112|372=1|373=1'],
  ['35=0|56=none', '58=Required tag missing|371=56|372=0|373=1'],
  ['35=0|52=none', '58=Required tag missing|371=52|372=0|373=1'],
  ['35=D|40=1|60=@|54=1|21=3|55=INTC', '58=Required tag missing|371=11|372=D|373=1'],
  ['35=D|40=1|60=@|11=ID|21=3|55=INTC', '58=Required tag missing|371=54|372=D|373=1'],
  ['35=0|55=MSFT', '58=Tag not defined for this message type|371=55|372=0|373=2'],
  ['35=0|58=Text', '58=Tag not defined for this message type|371=58|372=0|373=2'],
  ['35=0|112=', '58=Tag specified without a value|371=112|372=0|373=4'],
  ['35=0|56=', '58=Tag specified without a value|371=56|372=0|373=4'],
];

const WRONG_VALUES: readonly Erroneous[] = [
  [`35=D|${ORDER.replace('21=3', '21=4')}`, `${OUT_OF_RANGE}|371=21|372=D|373=5`],
  [`35=D|${ORDER}|167=BOO`, `${OUT_OF_RANGE}|371=167|372=D|373=5`],
  [`35=D|${ORDER}|38=+200.00`, '58=Incorrect data format for value|371=38|372=D|373=6'],
  [`35=D|${ORDER}|126=20040415`, '58=Incorrect data format for value|371=126|372=D|373=6'],
  [`35=D|${ORDER}|40=2`, '58=Tag appears more than once|371=40|372=D|373=13'],
  [
    `35=D|${ORDER}|386=3|336=PRE-OPEN|336=AFTER-HOURS`,
    '58=Incorrect NumInGroup count for repeating group|371=386|372=D|373=16',
  ],
  [
    `35=D|${ORDER}|382=2|375=AAA|437=100|337=BBB|375=CCC|337=DDD`,
    '58=Repeating group fields out of order|371=337|372=D|373=15',
  ],
  [
    `35=D|${ORDER}|382=1|337=BBB|375=AAA`,
    '58=Repeating group fields out of order|371=337|372=D|373=15',
  ],
];

// `34=#` stands for the message's sequence number.
const OUT_OF_ORDER: readonly Erroneous[] = [
  [
    '35=D|11=ID|21=3|40=1|54=1|55=INTC|60=@|34=#|49=~|52=@|56=~',
    '58=Tag specified out of required order|371=34|372=D|373=14',
  ],
  [
    '35=D|55=INTC|34=#|49=~|52=@|56=~|11=ID|21=3|40=1|54=1|60=@',
    '58=Tag specified out of required order|371=34|372=D|373=14',
  ],
];

function routed(route: string, error: 'value' | number, back: string): Erroneous {
  if (error === 'value') {
    const order = ORDER.replace('40=1', '40=w');
    return [`35=D|${route}|${order}`, `${OUT_OF_RANGE}|371=40|372=D|373=5`, back];
  }
  const reject = `58=Tag specified without a value|371=${error}|372=D|373=4`;
  return [`35=D|${route}|${ORDER}`, reject, back];
}

const ROUTED: readonly Erroneous[] = [
  routed('115=JCD', 'value', '128=JCD|'),
  routed('128=JCD', 'value', '115=JCD|'),
  routed('115=JCD|116=CS', 'value', '128=JCD|129=CS|'),
  routed('128=JCD|129=CS', 'value', '115=JCD|116=CS|'),
  routed('115=JCD|116=CS|144=CHI', 'value', '128=JCD|129=CS|145=CHI|'),
  routed('128=JCD|129=CS|145=CHI', 'value', '115=JCD|116=CS|144=CHI|'),
  routed('115=', 115, ''),
  routed('128=', 128, ''),
  routed('115=JCD|116=', 116, '128=JCD|'),
  routed('128=JCD|129=', 129, '115=JCD|'),
  routed('115=JCD|116=CS|144=', 144, '128=JCD|129=CS|'),
  routed('128=JCD|129=CS|145=', 145, '115=JCD|116=CS|'),
];

/** Returns scripts whose messages are rejected with a reason and tag, and counted. */
function rejectScripts(version: BeginString): Script[] {
  const script = (rule: string, name: string, faulty: readonly Erroneous[]): Script => ({
    rule,
    name,
    lines: [...faulty.flatMap(rejected(version)), ...hello(faulty.length + 2, faulty.length + 2)],
  });
  const symbol: Erroneous = [
    '35=D|40=1|60=@|54=1|21=3|11=ID',
    '58=Required tag missing|371=55|372=D|373=1',
  ];
  return [
    script('14a, 2q', 'tags and message types that do not exist', BAD_FIELDS),
    script('14b-d', 'tags that are missing, strange or empty', MISSING_OR_STRANGE),
    script(
      '14e-f, h-j',
      'values that are not listed, wrongly written, repeated or misplaced',
      WRONG_VALUES,
    ),
    script('14g', 'header fields inside the body', OUT_OF_ORDER),
    script('ReverseRoute', 'a Reject is returned over the route of its message', ROUTED),
    ...(version === 'FIXT.1.1' ? [] : [script('14b', 'an order without a symbol', [symbol])]),
    {
      rule: '7',
      name: 'a Reject is taken and not answered',
      lines: ['> 35=3|34=2|45=1', ...hello(3, 2)],
    },
  ];
}

function rejected(version: BeginString) {
  return ([message, reject, route = '']: Erroneous, at: number) => {
    const seqNum = at + 2;
    const numbered = message.includes('34=#')
      ? message.replace('34=#', `34=${seqNum}`)
      : message.replace(/^(35=[^|]*)/, `$1|34=${seqNum}`);
    // The reject reasons of FIX 4.2 end at 11.
    const shown = version === 'FIX.4.2' ? reject.replace(/\|373=1[2-9]$/, '') : reject;
    return [`> ${numbered}`, `< 35=3|34=${seqNum}|${route}45=${seqNum}|${shown}`];
  };
}
