// Certification scripts for sequence numbers: gaps, resends, resets and duplicates.

import type { BeginString } from '../../../../src/exchanges/fix/session/message/dictionary.js';
import { applVer, bye, ECHO, hello, ORDER, OUT_OF_RANGE, type Script, traded } from './line.js';

/** Returns the scripts that check which messages are counted and which are resent. */
export function numberScripts(version: BeginString): Script[] {
  return [
    ...gapScripts(),
    ...fillScripts(),
    ...resetScripts(version),
    ...duplicateScripts(),
    ...resendScripts(),
    ...crossedScripts(),
  ];
}

function gapScripts(): Script[] {
  return [
    { rule: '1a', name: 'a plain session', lines: [...hello(2, 2), ...bye(3, 3)] },
    {
      rule: '2a',
      name: 'messages in sequence are counted and not answered',
      lines: ['> 35=0|34=2', '> 35=0|34=3', '> 35=0|34=4', ...bye(5, 2)],
    },
    {
      rule: '2b',
      name: 'for a number above the expected one, the gap is requested once and processed in order',
      lines: [
        ...['> 35=0|34=5', '> 35=0|34=6', '< 35=2|34=2|7=2|16=0'],
        ...[2, 3, 4].map((seqNum) => `> 35=0|34=${seqNum}|43=Y|122=@`),
        ...bye(7, 3),
      ],
    },
    {
      rule: '2b',
      name: 'missing messages may arrive without PossDupFlag',
      lines: [
        ...['> 35=0|34=2', '> 35=0|34=6', '< 35=2|34=2|7=3|16=0'],
        ...[3, 4, 5].map((seqNum) => `> 35=0|34=${seqNum}`),
        ...hello(7, 3),
        ...bye(8, 4),
      ],
    },
    {
      rule: '2c',
      name: 'a number too low ends the session',
      lines: [
        ...hello(2, 2),
        '> 35=0|34=2',
        '< 35=5|34=3|58=MsgSeqNum too low, expecting 3 but received 2',
        '.',
      ],
    },
    {
      rule: '13b',
      name: 'a Logout is answered with its own number, even inside a gap',
      lines: ['> 35=0|34=9', '< 35=2|34=2|7=2|16=0', ...bye(10, 3)],
    },
  ];
}

function fillScripts(): Script[] {
  return [
    {
      rule: '10',
      name: 'GapFill with the expected number, and one above it',
      lines: [
        ...['> 35=4|34=2|36=20|123=Y', ...hello(20, 2), '> 35=4|34=25|36=30|123=Y'],
        ...['< 35=2|34=3|7=21|16=0', '> 35=4|34=21|43=Y|122=@|36=30|123=Y', ...bye(30, 4)],
      ],
    },
    {
      rule: '10',
      name: 'GapFill above the expected number is not processed before its turn',
      lines: [
        ...['> 35=4|34=10|36=20|123=Y', '> 35=1|34=20|112=HELLO', '< 35=2|34=2|7=2|16=0'],
        ...bye(2, 3),
      ],
    },
    {
      rule: '10',
      name: 'GapFill with a lower number: ignored as a duplicate; otherwise the session ends',
      lines: [
        ...['> 35=4|34=2|36=20|123=Y', '> 35=4|34=1|43=Y|122=@-1|36=30|123=Y', ...hello(20, 2)],
        '> 35=4|34=1|36=30|123=Y',
        '< 35=5|34=3|58=MsgSeqNum too low, expecting 21 but received 1',
        '.',
      ],
    },
    {
      rule: '10',
      name: 'GapFill to a lower number is rejected and counted',
      lines: [
        ...hello(2, 2),
        '> 35=4|34=3|36=3|123=Y',
        `< 35=3|34=3|45=3|${OUT_OF_RANGE}|371=36|372=4|373=5`,
        ...hello(4, 4),
      ],
    },
  ];
}

function resetScripts(version: BeginString): Script[] {
  const again = `35=A|34=1|98=0|108=30|141=Y${applVer(version)}`;
  return [
    {
      rule: '11a-c',
      name: 'Reset above, equal to and below the expected number',
      lines: [
        ...['> 35=4|34=0|36=25', ...hello(25, 2), '> 35=4|34=0|36=26|123=N', ...hello(26, 3)],
        ...['> 35=4|34=0|36=1', `< 35=3|34=4|45=0|${OUT_OF_RANGE}|372=4|373=5`, ...hello(27, 5)],
        ...['> 35=4|34=0|36=1|123=N', `< 35=3|34=6|45=0|${OUT_OF_RANGE}|372=4|373=5`],
        ...bye(28, 7),
      ],
    },
    {
      rule: 'SessionReset',
      name: 'a Logon with ResetSeqNumFlag begins both numbers again',
      lines: [
        '> 35=0|34=2',
        ...hello(3, 2),
        `> ${again}`,
        `< ${again}`,
        ...hello(2, 2),
        ...bye(3, 3),
      ],
    },
  ];
}

function duplicateScripts(): Script[] {
  return [
    {
      rule: '2e',
      name: 'a PossDup already received is ignored, any other is processed',
      lines: ['> 35=0|34=2', '> 35=0|34=2|43=Y|122=@', '> 35=0|34=3|43=Y|122=@', ...hello(4, 2)],
    },
    {
      rule: '2f',
      name: 'PossDup with an OrigSendingTime after SendingTime ends the session',
      lines: [
        ...[...traded(2, 2), ...traded(3, 3), `> 35=D|34=2|43=Y|122=@10|${ORDER}`],
        '< 35=3|34=4|45=2|58=SendingTime accuracy problem|372=D|373=10',
        ...['< 35=5|34=5', '> 35=5|34=4', '.'],
      ],
    },
    {
      rule: '2g',
      name: 'PossDup without OrigSendingTime is rejected and moves no number',
      lines: [
        ...[...traded(2, 2), ...traded(3, 3), `> 35=D|34=2|43=Y|${ORDER}`],
        '< 35=3|34=4|45=2|58=Required tag missing|371=122|372=D|373=1',
        ...[...hello(4, 5), ...bye(5, 6)],
      ],
    },
    {
      rule: '19a',
      name: 'PossResend: an order with a known ClOrdID is dropped',
      lines: [...traded(2, 2), `> 35=D|34=3|97=Y|${ORDER}`, ...bye(4, 3)],
    },
    {
      rule: '19b',
      name: 'PossResend: a new ClOrdID is echoed, with the flag',
      lines: [
        ...[...traded(2, 2), `> 35=D|34=3|97=Y|${ORDER.replace('ID', 'NEW')}`],
        `< 35=D|34=3|97=Y|${ECHO.replace('ID', 'NEW')}`,
      ],
    },
    {
      rule: '19',
      name: 'the same ClOrdID without PossResend is echoed each time',
      lines: [...traded(2, 2), ...traded(3, 3)],
    },
  ];
}

function resendScripts(): Script[] {
  const admin = '< 35=4|34=2|43=Y|36=4|123=Y';
  const orders = [`< 35=D|34=4|43=Y|${ECHO}`, `< 35=D|34=5|43=Y|${ECHO}`];
  const whole = [admin, ...orders, '< 35=4|34=6|43=Y|36=7|123=Y', `< 35=D|34=7|43=Y|${ECHO}`];
  return [
    {
      rule: '8',
      name: 'a resend replaces admin messages by gap fills and sends orders again, never twice',
      lines: [
        ...[...hello(2, 2), ...hello(3, 3), ...traded(4, 4), ...traded(5, 5), ...hello(6, 6)],
        ...[...traded(7, 7), '> 35=2|34=8|7=2|16=3', admin],
        ...['> 35=2|34=9|7=4|16=5', ...orders, '> 35=2|34=10|7=2|16=5', admin, ...orders],
        ...['> 35=2|34=11|7=2|16=6', admin, ...orders, '< 35=4|34=6|43=Y|36=7|123=Y'],
        ...['> 35=2|34=12|7=2|16=7', ...whole, '> 35=2|34=13|7=2|16=0', ...whole],
        ...['> 35=2|34=14|7=2|16=999999', ...whole, ...hello(15, 8), ...bye(16, 9)],
      ],
    },
    {
      rule: '8',
      name: 'only admin messages are one gap fill, the Logon included',
      lines: [
        ...[...hello(2, 2), ...hello(3, 3), '> 35=2|34=4|7=1|16=3'],
        ...['< 35=4|34=1|43=Y|36=4|123=Y', ...hello(5, 4)],
        // The ResendRequest is answered although its own sequence number is too low.
        ...['> 35=2|34=4|7=1|16=0', '< 35=4|34=1|43=Y|36=5|123=Y', ...bye(6, 5)],
      ],
    },
    {
      rule: '8',
      name: 'a ResendRequest beyond the last message has no effect',
      lines: [...hello(2, 2), '> 35=2|34=3|7=50|16=0', ...hello(4, 3), ...bye(5, 4)],
    },
  ];
}

function crossedScripts(): Script[] {
  return [
    {
      rule: '20',
      name: 'both sides miss something: a ResendRequest is answered inside a gap',
      lines: [
        ...[...traded(2, 2), ...traded(3, 3)],
        ...['> 35=0|34=7', '< 35=2|34=4|7=4|16=0', '> 35=2|34=8|7=2|16=3'],
        ...[2, 3].map((at) => `< 35=D|34=${at}|43=Y|${ECHO}`),
        ...[4, 5, 6].map((at) => `> 35=0|34=${at}|43=Y|122=@`),
        ...bye(7, 5),
      ],
    },
    {
      rule: '20',
      name: 'a resend that alternates orders and gap fills closes the gap',
      lines: [
        ...[...traded(2, 2), '> 35=0|34=7', '< 35=2|34=3|7=3|16=0'],
        ...[`> 35=D|34=3|43=Y|122=@-10|${ORDER}`, `< 35=D|34=4|${ECHO}`, '> 35=4|34=4|123=Y|36=5'],
        ...[`> 35=D|34=5|43=Y|122=@-10|${ORDER}`, `< 35=D|34=5|${ECHO}`, '> 35=4|34=6|123=Y|36=7'],
        ...[...hello(8, 6), ...bye(9, 7)],
      ],
    },
    {
      rule: 'RejectResentMessage',
      name: 'a resent message with an error is rejected, and the queue continues',
      lines: [
        ...['> 35=1|34=3|112=ONE', '< 35=2|34=2|7=2|16=0'],
        `> 35=D|34=2|43=Y|122=@|${ORDER}|126=20040415`,
        '< 35=3|34=3|45=2|58=Incorrect data format for value|371=126|372=D|373=6',
        ...['> 35=1|34=4|112=TWO', '< 35=0|34=4|112=ONE', '< 35=0|34=5|112=TWO', ...bye(11, 6)],
      ],
    },
  ];
}
