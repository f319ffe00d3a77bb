// Reads the source of a text message by its type of number (SMPP 3.4, 5.2.5 and 5.2.6).

import { oneLine } from '../../platform/address/name.js';
import { type PhoneCountries, readPhone } from '../../platform/address/phone.js';
import type { SmppNumber } from './pdu.js';

const TON = { unknown: 0, international: 1, national: 2, subscriber: 4 } as const;
const NPI = { unknown: 0, isdn: 1, national: 8 } as const;
const NUMBERED: readonly number[] = [TON.unknown, TON.international, TON.national, TON.subscriber];
const PHONE_PLANS: readonly number[] = [NPI.unknown, NPI.isdn, NPI.national];
/** A longer number without a type is international, because most centres omit the plus sign. */
const NATIONAL_DIGITS_MAX = 10;
const SHORT_CODE_DIGITS_MAX = 6;

/**
 * Returns the source as E.164 if it is a phone number. A short code, a name, and a number from a
 * private numbering plan are returned unchanged.
 */
export function senderOf({ ton, npi, text }: SmppNumber, countries: PhoneCountries): string {
  const as = oneLine(text);
  const isNumber = /^\+?[\d ()./-]+$/.test(as);
  if (!isNumber || !NUMBERED.includes(ton) || !PHONE_PLANS.includes(npi)) return as;
  const digits = as.replaceAll(/\D/g, '');
  if (digits.length <= SHORT_CODE_DIGITS_MAX) return digits;
  return phoneOf(digits, { ton, hasPlus: as.startsWith('+'), countries }) ?? as;
}

interface NumberType {
  readonly ton: number;
  readonly hasPlus: boolean;
  readonly countries: PhoneCountries;
}

function phoneOf(digits: string, { ton, hasPlus, countries }: NumberType): string | undefined {
  const validNumber = (text: string) => {
    const read = readPhone(text, countries);
    return 'refused' in read ? undefined : read.number;
  };
  if (digits.startsWith('00')) return validNumber(`+${digits.slice(2)}`);
  // No country code begins with a zero, so the number is not international even if its type is.
  if (digits.startsWith('0')) return validNumber(digits);
  if (hasPlus) return validNumber(`+${digits}`);
  const readings = [validNumber(`+${digits}`), validNumber(digits)];
  const isShort = ton === TON.unknown && digits.length <= NATIONAL_DIGITS_MAX;
  if (isShort || ton === TON.national || ton === TON.subscriber) readings.reverse();
  return readings.find((each) => each !== undefined);
}
