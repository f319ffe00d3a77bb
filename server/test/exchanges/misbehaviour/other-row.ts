// Messages of other types: for people, about prices, about users, and rejections.

import type { BeginString } from '../../../src/exchanges/fix/session/message/dictionary.js';
import { FILLED, type Misbehaviour, type Plain, REJECTED, reportsOf, rows } from './row.js';

/** Returns every row of this kind for a version. */
export function otherRows(version: BeginString): readonly Misbehaviour[] {
  const { fill } = reportsOf(version);
  return [
    ...rows(forPeople(fill)),
    ...rows(ofPrices(fill)),
    ...rows(publicTypes(), { hears: [['35=j', '380=3']] }),
    ...rows(unsupported(version), { hears: [['35=j', '380=3']] }),
    ...rows(refused(), { hears: REJECTED }),
    ...rows(rejections()),
  ];
}

function forPeople(fill: string): Plain[] {
  return [
    ['news without a headline', '35=B|34=#', { elsewhere: ['NEWS'] }],
    [
      'news of sixty thousand characters',
      `35=B|34=#|148=${'n'.repeat(60_000)}`,
      {
        elsewhere: ['NEWS'],
      },
    ],
    [
      'news twice is two items',
      ['35=B|34=#|148=a', '35=B|34=#|148=a'],
      {
        elsewhere: ['NEWS', 'NEWS'],
      },
    ],
    ['an e-mail without a subject', '35=C|34=#|164=T|94=0', { elsewhere: ['NEWS'] }],
    [
      'a dispute of an unknown trade',
      '35=Q|34=#|37=X|17=NOBODYS|127=A',
      {
        elsewhere: ['DISPUTED'],
      },
    ],
    ['a dispute of nothing', '35=Q|34=#|127=Z', { elsewhere: ['DISPUTED'] }],
    [
      'a dispute that names our ClOrdID',
      [fill, '35=Q|34=#|11=$|127=B'],
      { ...FILLED, items: ['DISPUTED'] },
    ],
    [
      'two disputes of one trade',
      [fill, ...Array<string>(2).fill('35=Q|34=#|37=O$|17=%|127=D')],
      { ...FILLED, items: ['DISPUTED', 'DISPUTED'] },
    ],
  ];
}

function ofPrices(fill: string): Plain[] {
  return [
    ['a picture of no prices', '35=W|34=#|55=ACCESS|268=0', { ignored: ['PRICES'] }],
    [
      'a snapshot of an unknown security',
      '35=W|34=#|55=NOBODYS|268=1|269=2|270=9',
      {
        ignored: ['PRICES'],
      },
    ],
    ['a picture without a security', '35=W|34=#|268=1|269=2|270=9', { ignored: ['PRICES'] }],
    [
      'a picture with a negative price',
      '35=W|34=#|55=ACCESS|268=1|269=2|270=-25',
      {
        ignored: ['PRICES'],
      },
    ],
    [
      'a picture with a price of a word',
      '35=W|34=#|55=ACCESS|268=1|269=2|270=high',
      {
        ignored: ['PRICES'],
      },
    ],
    [
      'a picture with more entries than it says',
      `35=W|34=#|55=ACCESS|268=1${'|269=2|270=25'.repeat(3)}`,
      {
        ignored: ['PRICES'],
      },
    ],
    ['an increment of nothing', '35=X|34=#|268=0', { ignored: ['PRICES'] }],
    ['an increment that deletes', '35=X|34=#|268=1|279=2|269=2|55=ACCESS', { ignored: ['PRICES'] }],
    ['a refusal of a request for prices', '35=Y|34=#|262=NOBODYS|281=0', { ignored: ['PRICES'] }],
    [
      'prices between two fills',
      [fill, '35=W|34=#|55=ACCESS|268=0', fill],
      { ...FILLED, ignored: ['DUPLICATE', 'PRICES'] },
    ],
  ];
}

const PUBLIC = ['6', '7', 'S', 'R', 'i', 'Z', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'l'];

function publicTypes(): Plain[] {
  return PUBLIC.map((type) => [
    `a message of the public type ${type}`,
    `35=${type}|34=#|55=ACCESS`,
    { ignored: ['PUBLIC_TYPE'] },
  ]);
}

function unsupported(version: BeginString): Plain[] {
  const since44 = version === 'FIX.4.2' ? [] : ['AE', 'AB', 'AS', 'AP', 'BE'];
  const types = ['D', 'F', 'G', 'H', 'E', 'J', 'K', 'L', 'M', 'N', 'P', 'T', 'm', 'U', 'U1', 'UZZ'];
  return [...types, ...since44].map((type) => [
    `an unsolicited message of type ${type}`,
    `35=${type}|34=#|58=what is it`,
    { elsewhere: ['UNSUPPORTED'] },
  ]);
}

/**
 * Rows with message types that do not exist. The session rejects them, and a person must read them.
 */
function refused(): Plain[] {
  const kept = { elsewhere: ['MALFORMED'] };
  return [
    ['a message of type ZZZ', '35=ZZZ|34=#', kept],
    ['a message of a type of two hundred letters', `35=${'Z'.repeat(200)}|34=#`, kept],
    ['a message of an empty type', '35=|34=#|58=x', kept],
    ['a message of a type in small letters', '35=ae|34=#', kept],
    ['a message of a type with a blank', '35=8 |34=#', kept],
    ['news with a fault', '35=B|34=#|148=', kept],
    ['an increment with a fault', '35=X|34=#|268=0|58=', { ignored: ['PRICES_COME_AGAIN'] }],
  ];
}

function rejections(): Plain[] {
  const kept = { elsewhere: ['MALFORMED'] };
  const rejected = { status: 'REJECTED', ignored: [] } as const;
  return [
    ['a Reject of our order', '35=3|34=#|45=^|373=5|371=38', rejected],
    [
      'a Reject of our order twice',
      ['35=3|34=#|45=^', '35=3|34=#|45=^'],
      { ...rejected, ignored: ['REJECTION'] },
    ],
    ['a business reject of our order by its number', '35=j|34=#|45=^|372=D|380=1', rejected],
    ['a business reject of a type of ours without an id', '35=j|34=#|372=D|380=3', kept],
    ['a business reject of nothing', '35=j|34=#', kept],
    [
      'a business reject of an unknown order',
      '35=j|34=#|372=D|379=NOBODYS|380=3',
      {
        elsewhere: ['UNKNOWN_ORDER'],
      },
    ],
    [
      'a business reject of a type that we never send',
      '35=j|34=#|372=8|379=$|380=3',
      {
        ignored: ['REJECTION'],
      },
    ],
    ['a Reject of number zero', '35=3|34=#|45=0', kept],
    ['a Reject of a number beyond all numbers', '35=3|34=#|45=99999999999', kept],
  ];
}
