// The only rules for e-mail addresses: which strings are addresses, and which of them refer to the
// same mailbox.

import { domainToASCII, domainToUnicode } from 'node:url';

/** An e-mail address that an SMTP envelope can contain unchanged. */
interface EmailAddress {
  /** The address as written, in Unicode normal form C and without surrounding whitespace. */
  readonly written: string;
  /**
   * The address in the form used for comparing and sending: in lower case, with an unquoted local
   * part if possible, and with the host in A-labels. All spellings of one mailbox have the same
   * key.
   */
  readonly key: string;
}

// Size limits of RFC 5321, 4.5.3.1, in octets. A path has at most 256 including its angle brackets.
const LOCAL_OCTETS_MAX = 64;
const HOST_OCTETS_MAX = 253;
const ADDRESS_OCTETS_MAX = 254;

// An atom (RFC 5322, 3.2.3), with the letters and digits of RFC 6532. It excludes spaces, control
// characters and invisible characters.
const ATOM = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]+`;
const DOT_ATOM = new RegExp(String.raw`^${ATOM}(?:\.${ATOM})*$`, 'u');

// A quoted local part (RFC 5321, 4.1.2). Angle brackets are excluded, because mail libraries refuse
// them.
const QUOTED = /^"((?:[ !#-;=?-[\]-~]|\\[ -;=?-~])*)"$/;

// A host in any script. The library that converts to A-labels would decode `%41` and drop invisible
// characters, so both are refused here.
const HOST_TEXT = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const TOP_LABEL = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/**
 * Parses one e-mail address. Returns undefined for anything else: lists, names with an address in
 * angle brackets, comments, groups, domains in brackets, and strings with invisible characters.
 */
export function readEmail(text: string): EmailAddress | undefined {
  const written = withoutBlanks(text.normalize('NFC'));
  const at = written.lastIndexOf('@');
  const local = localKeyOf(written.slice(0, Math.max(at, 0)));
  const host = hostKeyOf(written.slice(at + 1));
  if (local === undefined || host === undefined) return undefined;
  const key = `${local}@${host}`;
  return octetsIn(key) > ADDRESS_OCTETS_MAX ? undefined : { written, key };
}

/** Returns the key of an address. Undefined if the string is not an address. */
export function emailKey(text: string | null | undefined): string | undefined {
  return text ? readEmail(text)?.key : undefined;
}

/**
 * Removes the `+tag` from the local part of a key, so that all aliases of a mailbox have one key.
 */
export function foldedEmailKey(key: string): string {
  return key.replace(/^([^+@"]+)\+[^@]*@/, '$1@');
}

// `trim` removes a byte order mark as if it were whitespace. Here the mark stays, because it shows
// that the text was cut incorrectly.
function withoutBlanks(text: string): string {
  return text.replace(/^[^\S\uFEFF]+|[^\S\uFEFF]+$/gu, '');
}

function localKeyOf(text: string): string | undefined {
  const quoted = QUOTED.exec(text)?.[1]?.replaceAll(/\\(.)/g, '$1');
  const local = (quoted ?? text).toLowerCase().normalize('NFC');
  // A compatibility character, such as a ligature, is refused, because its two forms would be
  // different mailboxes.
  if (octetsIn(local) > LOCAL_OCTETS_MAX || local !== local.normalize('NFKC')) return undefined;
  if (DOT_ATOM.test(local)) return local;
  // Mail libraries would remove spaces at the ends and send to another mailbox.
  if (quoted === undefined || quoted === '' || local !== local.trim()) return undefined;
  return `"${local.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function hostKeyOf(text: string): string | undefined {
  if (!HOST_TEXT.test(text)) return undefined;
  const host = domainToASCII(text);
  const labels = host.split('.');
  const top = labels.at(-1) ?? '';
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
  if (!isName || host.length > HOST_OCTETS_MAX || !TOP_LABEL.test(top)) return undefined;
  // A label that does not survive a round trip through Unicode is not a valid A-label.
  return domainToASCII(domainToUnicode(host)) === host ? host : undefined;
}

function octetsIn(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
