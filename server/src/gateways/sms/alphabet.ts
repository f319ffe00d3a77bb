// Decodes the texts of deliveries by their data coding (SMPP 3.4, 5.2.19, and GSM 03.38, 4). Allows
// for the ways that phones and centres deviate from it in practice.

import smpp from 'smpp';
import type { SmsDelivery } from './pdu.js';

/**
 * The header elements that select a national alphabet, for the extension table only or for the
 * whole alphabet.
 */
const LOCKING_SHIFT = 0x25;
const SINGLE_SHIFT = 0x24;

type Decoder = (octets: Buffer, delivery: SmsDelivery) => string;

const ENCODINGS: Readonly<Record<number, Decoder>> = {
  0: (octets, delivery) => (hasHighOctet(octets) ? wideText(octets) : gsmText(octets, delivery)),
  1: (octets) => (hasHighOctet(octets) ? wideText(octets) : octets.toString('latin1')),
  2: binaryText,
  3: latinText,
  4: binaryText,
  5: (octets) => new TextDecoder('shift_jis').decode(octets),
  6: (octets) => new TextDecoder('iso-8859-5').decode(octets),
  7: (octets) => new TextDecoder('iso-8859-8').decode(octets),
  8: ucsText,
  10: (octets) => new TextDecoder('iso-2022-jp').decode(octets),
  13: (octets) => new TextDecoder('euc-jp').decode(octets),
  14: (octets) => new TextDecoder('euc-kr').decode(octets),
};

/** Returns the text of a delivery. */
export function textOf(delivery: SmsDelivery): string {
  const { coding, text } = delivery;
  const decode = coding < 0x10 ? ENCODINGS[coding] : classedDecoder(coding);
  return (decode ?? wideText)(text, delivery);
}

/** Returns a receipt's text, which is ASCII regardless of the data coding. */
export function receiptTextOf(delivery: SmsDelivery): string {
  const ascii = delivery.text.toString('latin1');
  return /^[\t\n\r\x20-\x7e]*$/.test(ascii) ? ascii : textOf(delivery);
}

// Codings of GSM 03.38 with a message class or a waiting indication.
function classedDecoder(coding: number): Decoder {
  const group = coding >> 4;
  if (group === 0xe) return ucsText;
  if (group === 0xc || group === 0xd) return ENCODINGS[0] ?? wideText;
  if (group === 0xf) return (coding & 0x04) === 0 ? (ENCODINGS[0] ?? wideText) : binaryText;
  const alphabet = (coding >> 2) & 0x03;
  if (alphabet === 2) return ucsText;
  return alphabet === 1 ? binaryText : (ENCODINGS[0] ?? wideText);
}

const hasHighOctet = (octets: Buffer) => octets.some((octet) => octet > 0x7f);

// The seven-bit alphabet is sent in one octet per letter.
function gsmText(octets: Buffer, { header }: SmsDelivery): string {
  const shift = header.find(([kind]) => kind === LOCKING_SHIFT || kind === SINGLE_SHIFT);
  return smpp.gsmCoder.decode(octets, shift?.[1][0] ?? 0);
}

// Octets above 127 are not in the seven-bit alphabet, so the centre has passed on another encoding.
function wideText(octets: Buffer): string {
  return utf8Text(octets) ?? latinText(octets);
}

function utf8Text(octets: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch {
    return undefined;
  }
}

// Octets 128 to 159 are read as Windows-1252, because no phone sends the Latin-1 control
// characters. Node's own Windows-1252 decoder returns the control characters.
const LETTERS_FROM_128 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

function latinText(octets: Buffer): string {
  return octets
    .toString('latin1')
    .replaceAll(
      /[\u0080-\u009F]/g,
      (control) => LETTERS_FROM_128[control.charCodeAt(0) - 128] ?? '',
    );
}

// Keeps lone surrogates, because a part may end in the middle of a character.
function ucsText(octets: Buffer): string {
  if (octets.length % 2 === 1) return wideText(octets);
  const isLittle = octets[0] === 0xff && octets[1] === 0xfe;
  const text = (isLittle ? octets : Buffer.from(octets).swap16()).toString('utf16le');
  return text.replace(/^\uFEFF/, '');
}

function binaryText(octets: Buffer): string {
  const text = utf8Text(octets);
  const isText = text !== undefined && !/[^\P{Cc}\t\n\r]/u.test(text);
  return isText ? text : `[binary] ${octets.toString('hex')}`;
}
