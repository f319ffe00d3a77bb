// Recognizes cells damaged by a spreadsheet program.

import type { SheetCell } from './cell.js';

const ERRORS = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/i;
const TOO_NARROW = /^#{3,}$/;
// Spreadsheets write large numbers in this form, with a plus sign, and lose their last digits.
const SCIENTIFIC = /^[+-]?\d([.,]\d+)?E\+\d+$/i;

/** Returns how a spreadsheet damaged a cell. Undefined if it did not. */
export function damageOf(cell: SheetCell): string | undefined {
  const text = (typeof cell === 'string' ? cell : cell.text).trim();
  if (typeof cell !== 'string' && cell.type === 'ERROR') return 'is a spreadsheet error';
  if (ERRORS.test(text)) return 'is a spreadsheet error';
  if (TOO_NARROW.test(text)) return 'has lost its value, because its column was too narrow';
  if (SCIENTIFIC.test(text)) {
    return 'is in scientific notation, so digits are lost; format the column as text';
  }
  return undefined;
}

/** Returns how a spreadsheet changed a phone number or a code that it treated as a number. */
export function numberDamageOf(text: string): string | undefined {
  if (/^\+?\d+[.,]0+$/.test(text)) {
    return 'was stored as a number with decimals, so a leading zero may be lost';
  }
  return undefined;
}
