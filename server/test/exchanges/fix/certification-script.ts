// The scripts of the certification test: what a counterparty says after the logon, and what it
// must hear.

import type { BeginString } from '../../../src/exchanges/fix/session/dictionary.js';

/** `>` says a message, `>>` says bytes, `<` must hear it, `.` must see the connection end. */
export interface Script {
  readonly name: string;
  readonly lines: readonly string[];
  /** The heartbeat of the Logon in seconds; 30 when left out. */
  readonly heartBtInt?: number;
}

const ORDER = '11=ID|21=3|40=1|54=1|55=INTC|60=@';
const ECHO = '11=ID|21=3|40=1|54=1|55=INTC';
const OUT_OF_RANGE = '58=Value is incorrect (out of range) for this tag';
const HELLO = (seqNum: number, out: number) => [
  `> 35=1|34=${seqNum}|112=HELLO`,
  `< 35=0|34=${out}|112=HELLO`,
];
const BYE = (seqNum: number, out: number) => [`> 35=5|34=${seqNum}`, `< 35=5|34=${out}`, '.'];

/** Every script for a version: the texts of rejects and refusals differ a little between them. */
export function scriptsOf(version: BeginString): readonly Script[] {
  return [
    ...numberScripts(),
    ...resetScripts(),
    ...brokenScripts(version),
    ...duplicateScripts(),
    ...resendScripts(),
    ...rejectScripts(version),
    ...applicationScripts(version),
    ...timeScripts(),
  ];
}

function numberScripts(): Script[] {
  return [
    { name: 'a plain session', lines: [...HELLO(2, 2), ...BYE(3, 3)] },
    {
      name: 'a number above the expected one is asked for and taken in order',
      lines: [
        ...['> 35=0|34=5', '< 35=2|34=2|7=2|16=0'],
        ...[2, 3, 4].map((seqNum) => `> 35=0|34=${seqNum}|43=Y|122=@`),
        ...BYE(6, 3),
      ],
    },
    {
      name: 'a number too low ends the session',
      lines: [
        ...HELLO(2, 2),
        '> 35=0|34=2',
        '< 35=5|34=3|58=MsgSeqNum too low, expecting 3 but received 2',
        '.',
      ],
    },
  ];
}

function resetScripts(): Script[] {
  return [
    {
      name: 'GapFill with the expected number, and one above it',
      lines: [
        ...['> 35=4|34=2|36=20|123=Y', ...HELLO(20, 2), '> 35=4|34=25|36=30|123=Y'],
        ...['< 35=2|34=3|7=21|16=0', '> 35=4|34=21|43=Y|122=@|36=30|123=Y', ...BYE(30, 4)],
      ],
    },
    {
      name: 'GapFill with a lower number: ignored as a duplicate, else the end',
      lines: [
        ...['> 35=4|34=2|36=20|123=Y', '> 35=4|34=1|43=Y|122=@-1|36=30|123=Y', ...HELLO(20, 2)],
        '> 35=4|34=1|36=30|123=Y',
        '< 35=5|34=3|58=MsgSeqNum too low, expecting 21 but received 1',
        '.',
      ],
    },
    {
      name: 'Reset above, equal to and below the expected number',
      lines: [
        ...['> 35=4|34=0|36=25', ...HELLO(25, 2), '> 35=4|34=0|36=26', ...HELLO(26, 3)],
        ...['> 35=4|34=0|36=1|123=N', `< 35=3|34=4|45=0|${OUT_OF_RANGE}|372=4|373=5`],
        ...HELLO(27, 5),
      ],
    },
  ];
}

function brokenScripts(version: BeginString): Script[] {
  return [
    {
      name: 'garbled messages are ignored and come back by the gap logic',
      lines: [
        `>> 8=${version}|9=52|35=0|34=2|4garbled9=TW|56=ISLD|10=0|`,
        `>> 8=${version}|9=30|35=0|34=2|49=TW|56=ISLD|10=000|`,
        ...['> 35=0|34=2', '> 35=0|34=4', '< 35=2|34=2|7=3|16=0', '> 35=0|34=3', ...BYE(5, 3)],
      ],
    },
    {
      name: 'a Logon with ResetSeqNumFlag begins both numbers again',
      lines: [
        ...['> 35=0|34=2', ...HELLO(3, 2)],
        `> 35=A|34=1|98=0|108=30|141=Y${applVer(version)}`,
        `< 35=A|34=1|98=0|108=30|141=Y${applVer(version)}`,
        ...HELLO(2, 2),
        ...BYE(3, 3),
      ],
    },
    {
      name: 'a wrong CompID ends the session after the reject',
      lines: [
        ...['> 35=0|34=2|49=WT', '< 35=3|34=2|45=2|58=CompID problem|372=0|373=9', '< 35=5|34=3'],
        ...['> 35=5|34=3', '.'],
      ],
    },
    {
      name: 'a wrong clock ends the session after the reject',
      lines: [
        '> 35=0|34=2|52=@-130',
        '< 35=3|34=2|45=2|58=SendingTime accuracy problem|372=0|373=10',
        ...['< 35=5|34=3', '> 35=5|34=3', '.'],
      ],
    },
    {
      name: 'another BeginString ends the session',
      lines: ['> 8=FIX.4.0|35=1|34=2|112=X', '< 35=5|34=2|58=Incorrect BeginString', '> 35=5|34=2'],
    },
  ];
}

function duplicateScripts(): Script[] {
  return [
    {
      name: 'PossDup that came before is ignored, one that did not is taken',
      lines: ['> 35=0|34=2', '> 35=0|34=2|43=Y|122=@', '> 35=0|34=3|43=Y|122=@', ...HELLO(4, 2)],
    },
    {
      name: 'PossDup without OrigSendingTime is rejected',
      lines: [
        ...['> 35=0|34=2', `> 35=D|34=2|43=Y|${ORDER}`],
        '< 35=3|34=2|45=2|58=Required tag missing|371=122|372=D|373=1',
        ...BYE(3, 3),
      ],
    },
    {
      name: 'PossDup with an OrigSendingTime after SendingTime ends the session',
      lines: [
        ...['> 35=0|34=2', `> 35=D|34=2|43=Y|122=@10|${ORDER}`],
        '< 35=3|34=2|45=2|58=SendingTime accuracy problem|372=D|373=10',
        ...['< 35=5|34=3', '> 35=5|34=3', '.'],
      ],
    },
    {
      name: 'PossResend: a ClOrdID seen before is dropped, a new one is echoed',
      lines: [
        ...[`> 35=D|34=2|${ORDER}`, `< 35=D|34=2|${ECHO}`, `> 35=D|34=3|97=Y|${ORDER}`],
        `> 35=D|34=4|97=Y|${ORDER.replace('ID', 'NEW')}`,
        `< 35=D|34=3|${ECHO.replace('ID', 'NEW')}`,
      ],
    },
    {
      name: 'the same ClOrdID without PossResend is echoed each time',
      lines: [2, 3].flatMap((at) => [`> 35=D|34=${at}|${ORDER}`, `< 35=D|34=${at}|${ECHO}`]),
    },
  ];
}

function resendScripts(): Script[] {
  const admin = '< 35=4|34=2|43=Y|36=4|123=Y';
  const orders = [`< 35=D|34=4|43=Y|${ECHO}`, `< 35=D|34=5|43=Y|${ECHO}`];
  return [
    {
      name: 'a resend fills admin messages, sends orders again, and never twice',
      lines: [
        ...[...HELLO(2, 2), ...HELLO(3, 3)],
        ...[4, 5].flatMap((at) => [`> 35=D|34=${at}|${ORDER}`, `< 35=D|34=${at}|${ECHO}`]),
        ...[...HELLO(6, 6), '> 35=2|34=7|7=2|16=3', admin],
        ...['> 35=2|34=8|7=2|16=5', admin, ...orders],
        ...['> 35=2|34=9|7=2|16=0', admin, ...orders, '< 35=4|34=6|43=Y|36=7|123=Y'],
        ...['> 35=2|34=10|7=2|16=999999', admin, ...orders, '< 35=4|34=6|43=Y|36=7|123=Y'],
        ...BYE(11, 7),
      ],
    },
    {
      name: 'both sides miss something: a ResendRequest is answered inside a gap',
      lines: [
        ...[2, 3].flatMap((at) => [`> 35=D|34=${at}|${ORDER}`, `< 35=D|34=${at}|${ECHO}`]),
        ...['> 35=0|34=7', '< 35=2|34=4|7=4|16=0', '> 35=2|34=8|7=2|16=3'],
        ...[2, 3].map((at) => `< 35=D|34=${at}|43=Y|${ECHO}`),
        ...[4, 5, 6].map((at) => `> 35=0|34=${at}|43=Y|122=@`),
        ...BYE(7, 5),
      ],
    },
    {
      name: 'a resent message with a fault is rejected, and the queue goes on',
      lines: [
        ...['> 35=1|34=3|112=ONE', '< 35=2|34=2|7=2|16=0'],
        `> 35=D|34=2|43=Y|122=@|${ORDER}|126=20040415`,
        '< 35=3|34=3|45=2|58=Incorrect data format for value|371=126|372=D|373=6',
        ...['< 35=0|34=4|112=ONE', '> 35=1|34=4|112=TWO', '< 35=0|34=5|112=TWO'],
      ],
    },
  ];
}

const FAULTS: readonly (readonly [message: string, reject: string])[] = [
  ['35=0|999=HI', '58=Invalid tag number|371=999|372=0|373=0'],
  ['35=0|0=HI', '58=Invalid tag number|371=0|372=0|373=0'],
  ['35=0|-1=HI', '58=Invalid tag number|371=-1|372=0|373=0'],
  ['35=0|5000=HI', '58=Invalid tag number|371=5000|372=0|373=0'],
  ['35=1', '58=Required tag missing|371=112|372=1|373=1'],
  ['35=D|40=1|60=@|54=1|21=3|55=INTC', '58=Required tag missing|371=11|372=D|373=1'],
  ['35=0|55=MSFT', '58=Tag not defined for this message type|371=55|372=0|373=2'],
  ['35=0|112=', '58=Tag specified without a value|371=112|372=0|373=4'],
  [`35=D|${ORDER.replace('21=3', '21=4')}`, `${OUT_OF_RANGE}|371=21|372=D|373=5`],
  [`35=D|${ORDER}|167=BOO`, `${OUT_OF_RANGE}|371=167|372=D|373=5`],
  [`35=D|${ORDER}|38=+200.00`, '58=Incorrect data format for value|371=38|372=D|373=6'],
  ['35=*', '58=Invalid MsgType|372=*|373=11'],
  [`35=D|115=JCD|116=CS|${ORDER.replace('40=1', '40=w')}`, `${OUT_OF_RANGE}|371=40|372=D|373=5`],
  [`35=D|115=|${ORDER}`, '58=Tag specified without a value|371=115|372=D|373=4'],
  [`35=D|${ORDER}|40=2`, '58=Tag appears more than once|371=40|372=D|373=13'],
  [
    `35=D|${ORDER}|386=3|336=PRE-OPEN|336=AFTER-HOURS`,
    '58=Incorrect NumInGroup count for repeating group|371=386|372=D|373=16',
  ],
];

function rejectScripts(version: BeginString): Script[] {
  // FIX 4.2 ends its list of reasons at 11.

  return [
    {
      name: 'each fault is rejected by its reason and tag, counted, and the session goes on',
      lines: [
        ...FAULTS.flatMap(([message, reject], at) => {
          const seqNum = at + 2;
          const route = message.includes('115=JCD') ? '128=JCD|129=CS|' : '';
          const shown = version === 'FIX.4.2' ? reject.replace(/\|373=1[2-9]$/, '') : reject;
          return [
            `> ${message.replace(/^(35=[^|]*)/, `$1|34=${seqNum}`)}`,
            `< 35=3|34=${seqNum}|${route}45=${seqNum}|${shown}`,
          ];
        }),
        ...HELLO(FAULTS.length + 2, FAULTS.length + 2),
      ],
    },
    { name: 'a Reject is taken and not answered', lines: ['> 35=3|34=2|45=1', ...HELLO(3, 2)] },
  ];
}

function applicationScripts(version: BeginString): Script[] {
  const report = '37=id|17=id|20=0|150=0|39=0|55=WLRI|54=1|151=100|14=0|6=0.0';
  const refusal = `58=Unsupported Message Type|372=8|380=3${applVer(version)}`;
  return [
    {
      name: 'another application type is refused and counted',
      lines: [`> 35=8|34=2|${report}`, `< 35=j|34=2|45=2|${refusal}`, ...BYE(3, 3)],
    },
    {
      name: 'an echoed order has its fields in the order of their tags, groups kept together',
      lines: [
        '> 35=D|34=2|60=@|55=INTC|386=2|336=PRE-OPEN|336=AFTER-HOURS' +
          '|54=1|38=002000.00|40=1|21=3|11=ID',
        '< 35=D|34=2|11=ID|21=3|38=002000.00|40=1|54=1|55=INTC|386=2|336=PRE-OPEN|336=AFTER-HOURS',
      ],
    },
    {
      name: 'header fields in another order do no harm',
      lines: [`> 35=D|115=JCD|34=2|${ORDER}`, `< 35=D|34=2|${ECHO}`],
    },
    {
      name: 'a security definition with an empty group is echoed',
      lines: [
        '> 35=d|34=2|320=JCD1|322=10|323=6|55=TBS|22=8|167=CS|336=MAIN|58=None found|454=0',
        '< 35=d|34=2|22=8|55=TBS|58=None found|167=CS|320=JCD1|322=10|323=6|336=MAIN|454=0',
      ].filter(() => version !== 'FIX.4.2'),
    },
  ];
}

function timeScripts(): Script[] {
  return [
    {
      name: 'heartbeats come, then a test request, then the end',
      heartBtInt: 1,
      lines: ['< 35=0|34=2', '< 35=1|34=3|112=TEST', '.'],
    },
  ];
}

function applVer(version: BeginString): string {
  return version === 'FIXT.1.1' ? '|1137=9' : '';
}
