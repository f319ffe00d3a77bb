// Reads the octets of a deliver_sm or data_sm (SMPP 3.4, 4.6.1 and 4.7.1). The smpp package loses
// parts of texts and addresses when it decodes them, and drops unknown parameters.

const COMMAND = { deliver: 0x05, data: 0x0103 } as const;
const HEADER_OCTETS = 16;
const UDH_INDICATOR = 0x40;

/** An address with its type of number and its numbering plan. */
export interface SmppNumber {
  readonly ton: number;
  readonly npi: number;
  readonly text: string;
}

/** A delivery from a centre, with its text as octets. */
export interface SmsDelivery {
  readonly source: SmppNumber;
  readonly destination: SmppNumber;
  readonly esmClass: number;
  readonly coding: number;
  /** The elements of the user data header: the kind and the octets of each. */
  readonly header: readonly (readonly [kind: number, octets: Buffer])[];
  /** The text without the header. */
  readonly text: Buffer;
  /** The optional parameters by tag. */
  readonly parameters: ReadonlyMap<number, Buffer>;
}

/** The tags of optional parameters that we read (SMPP 3.4, 5.3.2). */
export const TAG = {
  receiptedMessageId: 0x001e,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarNumber: 0x020f,
  payload: 0x0424,
  messageState: 0x0427,
} as const;

/** Thrown for octets that are not a complete deliver_sm or data_sm. */
export class PduUnreadable extends Error {}

/** Reads a PDU. Throws `PduUnreadable` if the PDU is truncated or is another command. */
export function readPdu(octets: Buffer): SmsDelivery {
  const reader = new OctetReader(octets);
  const command = reader.number(4, 4);
  if (command !== COMMAND.deliver && command !== COMMAND.data) {
    throw new PduUnreadable(`command 0x${command.toString(16)} is not a delivery`);
  }
  reader.at = HEADER_OCTETS;
  reader.text();
  const source = reader.address();
  const destination = reader.address();
  const esmClass = reader.number(1);
  const isDeliver = command === COMMAND.deliver;
  if (isDeliver) {
    reader.at += 2;
    reader.text();
    reader.text();
  }
  reader.at += 1;
  if (isDeliver) reader.at += 1;
  const coding = reader.number(1);
  if (isDeliver) reader.at += 1;
  const short = isDeliver ? reader.octets(reader.number(1)) : Buffer.alloc(0);
  const parameters = reader.parameters();
  const whole = short.length > 0 ? short : (parameters.get(TAG.payload) ?? short);
  const hasHeader = (esmClass & UDH_INDICATOR) !== 0;
  const { header, text } = hasHeader ? withoutHeader(whole) : { header: [], text: whole };
  return { source, destination, esmClass, coding, header, text, parameters };
}

// Separates the user data header from the text (GSM 03.40, 9.2.3.24). A length beyond the text
// means that there is no header.
function withoutHeader(whole: Buffer): Pick<SmsDelivery, 'header' | 'text'> {
  const end = (whole[0] ?? 0) + 1;
  if (whole.length === 0 || end > whole.length) return { header: [], text: whole };
  const header: (readonly [number, Buffer])[] = [];
  for (let at = 1; at + 1 < end; ) {
    const length = whole[at + 1] ?? 0;
    header.push([whole[at] ?? 0, whole.subarray(at + 2, Math.min(at + 2 + length, end))]);
    at += 2 + length;
  }
  return { header, text: whole.subarray(end) };
}

class OctetReader {
  at = 0;
  readonly #octets: Buffer;

  constructor(octets: Buffer) {
    this.#octets = octets;
  }

  number(length: number, at = this.at): number {
    if (at + length > this.#octets.length) throw new PduUnreadable(`ends at octet ${at}`);
    if (at === this.at) this.at += length;
    return this.#octets.readUIntBE(at, length);
  }

  octets(length: number): Buffer {
    const { at } = this;
    if (at + length > this.#octets.length) throw new PduUnreadable(`ends at octet ${at}`);
    this.at += length;
    return this.#octets.subarray(at, this.at);
  }

  /** Reads text that ends with a zero octet. */
  text(): string {
    const end = this.#octets.indexOf(0, this.at);
    if (end < 0) throw new PduUnreadable(`the text at octet ${this.at} has no end`);
    const text = this.#octets.toString('latin1', this.at, end);
    this.at = end + 1;
    return text;
  }

  address(): SmppNumber {
    return { ton: this.number(1), npi: this.number(1), text: this.text() };
  }

  /** Reads the optional parameters. A truncated parameter is skipped. */
  parameters(): ReadonlyMap<number, Buffer> {
    const found = new Map<number, Buffer>();
    while (this.at + 4 <= this.#octets.length) {
      const tag = this.number(2);
      const length = this.number(2);
      if (this.at + length > this.#octets.length) break;
      found.set(tag, this.octets(length));
    }
    return found;
  }
}
