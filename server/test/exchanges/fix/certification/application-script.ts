// Certification scripts for application messages: the echo, unsupported messages and field order.

import type { BeginString } from '../../../../src/exchanges/fix/session/message/dictionary.js';
import { applVer, bye, ECHO, ORDER, type Script } from './line.js';

/** Returns the scripts for correct messages, which the certification mode answers. */
export function applicationScripts(version: BeginString): Script[] {
  const report = '37=id|17=id|20=0|150=0|39=0|55=WLRI|54=1|151=100|14=0|6=0.0';
  const refusal = `58=Unsupported Message Type|372=8|380=3${applVer(version)}`;
  const product = '35=d|34=2|22=8|55=TBS|58=None found';
  const empty = version === 'FIX.4.2' ? '393=0|146=0' : '454=0';
  const type = version === 'FIX.4.2' ? 'FUT' : 'CS';
  return [
    {
      rule: '2r',
      name: 'another application type is refused and counted',
      lines: [`> 35=8|34=2|${report}`, `< 35=j|34=2|45=2|${refusal}`, ...bye(3, 3)],
    },
    {
      rule: '14e',
      name: 'a listed value is taken',
      lines: [`> 35=D|34=2|${ORDER}|167=${type}`, `< 35=D|34=2|${ECHO}|167=${type}`],
    },
    {
      rule: '15',
      name: 'an echoed order has its fields in the order of their tags, with groups kept together',
      lines: [
        '> 35=D|34=2|60=@|55=INTC|386=2|336=PRE-OPEN|336=AFTER-HOURS' +
          '|54=1|38=002000.00|40=1|21=3|11=ID',
        '< 35=D|34=2|11=ID|21=3|38=002000.00|40=1|54=1|55=INTC|386=2|336=PRE-OPEN|336=AFTER-HOURS',
      ],
    },
    {
      rule: '15',
      name: 'header fields in another order do no harm',
      lines: [
        ...[`> 35=D|115=JCD|34=2|${ORDER}`, `< 35=D|34=2|${ECHO}`],
        ...[`> 35=D|49=~|34=3|56=~|52=@|${ORDER}`, `< 35=D|34=3|${ECHO}`],
      ],
    },
    {
      rule: '21',
      name: 'a security definition with an empty group is echoed',
      lines: [
        '> 35=d|34=2|320=JCD1|322=10|323=6|55=TBS|22=8' +
          `|167=${type}|336=MAIN|58=None found|${empty}`,
        version === 'FIX.4.2'
          ? `< ${product}|146=0|167=FUT|320=JCD1|322=10|323=6|336=MAIN|393=0`
          : `< ${product}|167=CS|320=JCD1|322=10|323=6|336=MAIN|454=0`,
      ],
    },
  ];
}
