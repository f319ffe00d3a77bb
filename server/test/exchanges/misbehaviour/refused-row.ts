// Messages that the session rejects, and unreadable ones. They are booked if the decisive fields
// are readable; otherwise they are stored.

import type { BeginString } from '../../../src/exchanges/fix/session/message/dictionary.js';
import { FILLED, type Misbehaviour, REJECTED, reportsOf } from './row.js';

/** Returns every row of this kind for a version. */
export function refusedRows(version: BeginString): readonly Misbehaviour[] {
  const { fill, half, accepted } = reportsOf(version);
  return [
    ...faultyFills(fill),
    ...uncertainFills(fill),
    ...corrected(fill, half),
    ...strangers(fill),
    ...unreadable(fill),
    ...poison(fill),
    ...others(fill, accepted),
    ...unsupported(version, fill),
    ...rejections(),
    ...skipped(fill),
  ];
}

/**
 * Returns rows that are rejected because of an error in a field that is not decisive, but booked
 * anyway.
 */
function faultyFills(fill: string): Misbehaviour[] {
  const faults: readonly (readonly [string, string])[] = [
    ['a tag without a value', `${fill}|58=`],
    ['a group with fewer entries than it says', `${fill}|453=2|448=A|447=D|452=1`],
    ['a time that is written wrongly', fill.replace('60=@', '60=20261125-02:50')],
    ['a text that comes twice', `${fill}|58=one|58=two`],
    ['a header field behind the body', `${fill}|50=DESK`],
    ['PossDupFlag without OrigSendingTime', fill.replace('34=#', '34=#|43=Y')],
    ['two faults at once', `${fill}|58=|58=two`],
  ];
  return faults.map(([name, line]) => ({
    name: `a fill with ${name}`,
    says: [line],
    hears: REJECTED,
    after: FILLED,
  }));
}

/**
 * Returns rows that are rejected because of an error in a decisive field. The order gets a work
 * item, and nothing is booked.
 */
function uncertainFills(fill: string): Misbehaviour[] {
  const faults: readonly (readonly [string, string])[] = [
    ['two quantities', fill.replace('32=100', '32=100|32=10')],
    ['a price with a comma', fill.replace('31=25.00', '31=25,00')],
    ['no quantity', fill.replace('32=100', '32=')],
    ['an execution type of two letters', fill.replace(/150=./, '150=FF')],
    ['no ExecID', fill.replace('17=%', '17=')],
    ['two ClOrdIDs', fill.replace('11=$', '11=$|11=OTHER')],
  ];
  return faults.map(([name, line]) => ({
    name: `a fill with ${name}`,
    says: [line],
    hears: REJECTED,
    after: { items: ['MALFORMED'] },
  }));
}

/** Returns rows in which the exchange corrects a rejected message. The fill is booked once. */
function corrected(fill: string, half: string): Misbehaviour[] {
  return [
    {
      name: 'a refused fill that comes again corrected, under the same ExecID',
      says: [`${fill}|58=`, fill],
      after: { ...FILLED, ignored: ['DUPLICATE'] },
    },
    {
      name: 'an unreadable fill that comes again corrected',
      says: [fill.replace('31=25.00', '31=25,00'), fill],
      after: { ...FILLED, items: ['MALFORMED'] },
    },
    {
      name: 'two unreadable fills without an ExecID are two work items',
      says: [fill.replace('17=%', '17='), fill.replace('17=%', '17=')],
      after: { items: ['MALFORMED', 'MALFORMED'] },
    },
    {
      name: 'a refused fill above a gap, and the one that was missing',
      says: [`?${half.replace('17=%', '17=%1')}|58=`, `${fill.replace('32=100', '32=50')}|58=`],
      hears: [['35=2'], ['35=3'], ['35=3']],
      after: FILLED,
    },
  ];
}

/** Returns rows with messages that end the session. */
function strangers(fill: string): Misbehaviour[] {
  return [
    {
      name: 'a fill of another sender is of unknown origin: stored, not booked',
      says: [fill.replace('34=#', '34=#|49=WHO')],
      hears: [['35=3', '373=9'], ['35=5']],
      ends: true,
      after: { items: ['MALFORMED'] },
    },
    {
      name: 'a fill by a clock that is two minutes late',
      says: [fill.replace('34=#', '34=#|52=@-125')],
      hears: [['35=3', '373=10'], ['35=5']],
      ends: true,
      after: FILLED,
    },
    {
      name: 'a fill that was sent first in the future',
      says: [fill.replace('34=#', '34=#|43=Y|122=@10')],
      hears: [['35=3', '373=10'], ['35=5']],
      ends: true,
      after: FILLED,
    },
  ];
}

/**
 * Frames that are valid as a whole but have fields that cannot be separated. They are counted,
 * rejected, and stored for a person to read.
 */
function unreadable(fill: string): Misbehaviour[] {
  const faults: readonly (readonly [string, string])[] = [
    ['an encoded text whose length counts characters', `${fill}|354=3|355=abcde`],
    ['a field without a tag', `${fill}|garbage`],
    ['a tag that is no number', `${fill}|5x8=text`],
    ['two thousand fields too many', `${fill}${'|58=x'.repeat(2_000)}`],
    ['more bytes than we take', `${fill}|58=${'x'.repeat(70_000)}`],
  ];
  return faults.map(([name, line]) => ({
    name: `a fill with ${name}`,
    says: [line],
    hears: REJECTED,
    after: { items: ['MALFORMED'] },
  }));
}

const REQUESTED_THRICE = [['35=2'], ['35=2'], ['35=2'], ['35=3']] as const;

/**
 * Returns rows with a message that is garbled every time it is requested. The message is stored,
 * and those after it are processed.
 */
function poison(fill: string): Misbehaviour[] {
  const faults: readonly (readonly [string, string])[] = [
    ['a wrong checksum', `${fill}|10=256`],
    ['a BodyLength that is too short', fill.replace('34=#', '9=30|34=#')],
    ['more bytes than we read', `${fill}|58=${'x'.repeat(300_000)}`],
  ];
  return faults.map(([name, line]) => ({
    name: `a fill with ${name}, each time that it is sent`,
    says: [line, '35=0|34=#'],
    hears: REQUESTED_THRICE,
    after: { items: ['POISON'] },
  }));
}

/** Returns rows with other messages, and with values that a database does not accept. */
function others(fill: string, accepted: string): Misbehaviour[] {
  return [
    {
      name: 'a message of a type that does not exist',
      says: ['35=ZZ|34=#|11=$|58=what is this'],
      hears: [['35=3', '372=ZZ']],
      after: { items: ['MALFORMED'] },
    },
    {
      name: 'a Reject with a fault still rejects our order',
      says: ['35=3|34=#|45=^|58='],
      after: { status: 'REJECTED' },
    },
    {
      name: 'a cancel reject with a fault, about no cancel of ours',
      says: ['35=9|34=#|37=O$|11=$|41=$|39=0|434=1|58='],
      hears: REJECTED,
      after: { ignored: ['CANCEL_REJECT'] },
    },
    {
      name: 'prices with a fault',
      says: ['35=W|34=#|55=ACCESS|268=0|58='],
      hears: REJECTED,
      after: { ignored: ['PRICES_COME_AGAIN'] },
    },
    {
      name: 'a refused fill that names its order by the OrderID alone',
      says: [accepted, fill.replace('11=$', '11=')],
      after: { status: 'EXECUTING', items: ['MALFORMED'] },
    },
    { name: 'a text with a NUL in it', says: [`${fill}|58=a\u0000b`], after: FILLED },
    {
      name: 'a ClOrdID of five thousand characters',
      says: [fill.replace('11=$', `11=${'x'.repeat(5_000)}`)],
      after: { elsewhere: ['MALFORMED'] },
    },
  ];
}

/**
 * Returns rows with message types that we do not process. They are answered, and stored if a person
 * must read them.
 */
function unsupported(version: BeginString, fill: string): Misbehaviour[] {
  const j = (type: string) => [['35=j', `372=${type}`, '380=3']];
  const trade = '35=AE|34=#|571=T1|570=N|55=ACCESS|32=100|31=25.00|75=20261125|60=@';
  const known: Misbehaviour[] = [
    {
      name: 'a trade that the exchange disputes',
      says: [fill, '35=Q|34=#|37=O$|17=%|127=A|55=ACCESS|54=1'],
      hearsNot: ['35=j'],
      after: { ...FILLED, items: ['DISPUTED'] },
    },
    {
      name: 'news',
      says: ['35=B|34=#|148=The market closes at noon|33=2|58=today|58=and tomorrow'],
      hearsNot: ['35=j'],
      after: { elsewhere: ['NEWS'] },
    },
    {
      name: 'an e-mail about an order',
      says: ['35=C|34=#|164=T1|94=0|147=About your order|11=$|33=1|58=call us'],
      hearsNot: ['35=j'],
      after: { items: ['NEWS'] },
    },
    {
      name: 'quotes and a trading session status',
      says: ['35=S|34=#|117=Q1|55=ACCESS|132=25.00', '35=h|34=#|336=DAY|340=2'],
      hears: [...j('S'), ...j('h')],
      after: { ignored: ['PUBLIC_TYPE', 'PUBLIC_TYPE'] },
    },
    {
      name: 'an unsolicited allocation',
      says: ['35=J|34=#|70=A1|71=0|54=1|55=ACCESS|53=100|6=25.00|75=20261125'],
      hears: j('J'),
      after: { elsewhere: ['UNSUPPORTED'] },
    },
  ];
  if (version === 'FIX.4.2') return known;
  const name = 'an unsolicited trade report';
  return [...known, { name, says: [trade], hears: j('AE'), after: { elsewhere: ['UNSUPPORTED'] } }];
}

/** Rejections of our messages, and rejections that refer to unknown messages. */
function rejections(): Misbehaviour[] {
  return [
    {
      name: 'a business reject that names our order by its ClOrdID alone',
      says: ['35=j|34=#|372=D|379=$|380=5|58=closed'],
      hearsNot: ['35=j'],
      after: { status: 'REJECTED' },
    },
    {
      name: 'a business reject of no message of ours',
      says: ['35=j|34=#|45=999999|372=D|380=3'],
      hearsNot: ['35=j'],
      after: { elsewhere: ['MALFORMED'] },
    },
    {
      name: 'a Reject of no message of ours',
      says: ['35=3|34=#|45=999999'],
      hearsNot: ['35=3'],
      after: { elsewhere: ['MALFORMED'] },
    },
  ];
}

/**
 * Returns rows in which the exchange skips sequence numbers, although a message with one of them
 * has been received.
 */
function skipped(fill: string): Misbehaviour[] {
  return [
    {
      name: 'a fill above a gap, and a SequenceReset beyond it',
      says: ['?35=0|34=#', fill, '35=4|34=#|36=+'],
      after: FILLED,
    },
    {
      name: 'a refused fill above a gap, and a SequenceReset beyond it',
      says: ['?35=0|34=#', `${fill}|58=`, '35=4|34=#|36=+'],
      hears: REJECTED,
      after: FILLED,
    },
    {
      name: 'a fill above a gap, and a gap fill that jumps over it',
      says: ['?35=0|34=#', fill, '35=4|34=-2|43=Y|122=@|36=+|123=Y'],
      after: FILLED,
    },
  ];
}
