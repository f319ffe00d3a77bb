// The FIX codec: encoded messages decode correctly however they are split, and garbled bytes never
// decode to a message.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decode } from '../../../src/exchanges/fix/session/message/decode.js';
import { encode } from '../../../src/exchanges/fix/session/message/encode.js';
import { createFramer } from '../../../src/exchanges/fix/session/message/framer.js';
import {
  type Field,
  fieldOf,
  groupOf,
  outbound,
  readable,
} from '../../../src/exchanges/fix/session/message/message.js';

const value = fc
  .string({ minLength: 1, maxLength: 30, unit: 'binary-ascii' })
  .filter((text) => !text.includes('\u0001'));
const plainTag = fc.integer({ min: 1000, max: 9_999 });
const fields = fc
  .array(fc.tuple(plainTag, value), { maxLength: 30 })
  .map((body): readonly Field[] => [[35, 'D'], ...body]);

function wire(text: string): Buffer {
  return Buffer.from(text.replaceAll('|', '\u0001'), 'latin1');
}

function sound(body: string): Buffer {
  const pairs = body.split('|').map((pair): Field => {
    const at = pair.indexOf('=');
    return [Number(pair.slice(0, at)), pair.slice(at + 1)];
  });
  return encode('FIX.4.4', pairs);
}

describe('encode and decode', () => {
  it('return every field of a message in order', () => {
    fc.assert(
      fc.property(fields, (sent) => {
        const { message } = decode(encode('FIX.4.4', sent));
        assert.ok(message);
        assert.deepEqual(message.fields.slice(2, -1), sent);
      }),
    );
  });

  it('write length and checksum as specified', () => {
    const bytes = encode('FIX.4.2', [
      [35, '0'],
      [34, '2'],
      [49, 'TW'],
      [52, '20260105-09:30:00.000'],
      [56, 'ISLD'],
    ]);
    const text = bytes.toString('latin1').replaceAll('\u0001', '|');
    const body = '35=0|34=2|49=TW|52=20260105-09:30:00.000|56=ISLD|';
    const head = `8=FIX.4.2|9=${body.length}|${body}`;
    const sum = [...wire(head)].reduce((total, byte) => total + byte, 0) % 256;
    assert.equal(text, `${head}10=${String(sum).padStart(3, '0')}|`);
  });

  it('allow any bytes in a data field, including the separator and a false checksum', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (raw) => {
        const data = Buffer.concat([Buffer.from(raw), wire('|10=000|')]);
        const fields = [
          [95, String(data.length)],
          [96, data.toString('latin1')],
        ] as const;
        const bytes = encode('FIX.4.4', [[35, 'B'], ...fields, [58, 'after']]);
        const [frame, ...others] = createFramer().push(bytes);
        assert.ok(frame);
        assert.equal(others.length, 0);
        const { message } = decode(frame);
        assert.ok(message);
        assert.deepEqual(Buffer.from(fieldOf(message, 96) ?? '', 'latin1'), data);
        assert.equal(fieldOf(message, 58), 'after');
      }),
    );
  });

  it('refuse to write an empty value or a separator inside a value', () => {
    assert.throws(
      () =>
        encode('FIX.4.4', [
          [35, 'D'],
          [58, ''],
        ]),
      /no value/,
    );
    assert.throws(
      () =>
        encode('FIX.4.4', [
          [35, 'D'],
          [58, 'a\u0001b'],
        ]),
      /separator/,
    );
  });

  it('recognise repeating groups by the order of their fields', () => {
    const { message } = decode(sound('35=D|453=2|448=A|452=1|448=B|447=D|58=end'));
    assert.ok(message);
    const shape = { countTag: 453, delimiterTag: 448, memberTags: new Set([448, 447, 452]) };
    assert.deepEqual(groupOf(message, shape), [
      [
        [448, 'A'],
        [452, '1'],
      ],
      [
        [448, 'B'],
        [447, 'D'],
      ],
    ]);
  });

  it('leave out undefined fields and hide passwords in readable text', () => {
    const built = outbound('A', [
      [58, undefined],
      [141, true],
      [554, 'secret'],
    ]);
    assert.deepEqual(built.body, [
      [141, 'Y'],
      [554, 'secret'],
    ]);
    const { message } = decode(encode('FIX.4.4', [[35, 'A'], ...built.body]));
    assert.ok(message);
    assert.match(readable(message), /554=\*\*\*/);
  });
});

describe('the framer', () => {
  it('finds the same messages however the stream is cut', () => {
    const chunked = fc.tuple(
      fc.array(fields, { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 }),
    );
    fc.assert(
      fc.property(chunked, ([messages, sizes]) => {
        const encoded = messages.map((message) => encode('FIX.4.4', message));
        const stream = Buffer.concat(encoded);
        const framer = createFramer();
        const found: Buffer[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          found.push(...framer.push(stream.subarray(at, at + size)));
          at += size;
        }
        assert.deepEqual(found, encoded);
        assert.equal(framer.rest().length, 0);
      }),
    );
  });

  it('never throws on noise, limits its memory, and finds the message after the noise', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }), (noise) => {
        const framer = createFramer(1_000);
        for (const chunk of noise) framer.push(Buffer.from(chunk));
        assert.ok(framer.rest().length <= 1_300);
      }),
    );
    const good = sound('35=0|34=2');
    const frames = createFramer().push(Buffer.concat([wire('35=0|x=y|'), good]));
    assert.deepEqual(frames.at(-1), good);
  });

  it('abandons a message that stays incomplete, and finds those after it', () => {
    const good = sound('35=0|34=3');
    const framer = createFramer();
    const swallowing = wire('8=FIX.4.4|9=20000|35=0|34=2|10=000|');
    assert.deepEqual(framer.push(Buffer.concat([swallowing, good])), []);
    assert.deepEqual(framer.giveUp(), [swallowing, good]);
    assert.deepEqual(framer.giveUp(), []);
  });

  it('skips a message that announces more than the longest message allowed', () => {
    const good = sound('35=0|34=2');
    const frames = createFramer(500).push(
      Buffer.concat([wire('8=FIX.4.4|9=999999|35=0|34=2|10=000|'), good]),
    );
    assert.deepEqual(frames.at(-1), good);
    assert.ok(frames.slice(0, -1).every((frame) => decode(frame).garbled !== undefined));
  });
});

describe('garbled messages', () => {
  it('are recognised by their checksum, their length and their first tags', () => {
    assert.equal(decode(wire('8=FIX.4.4|9=10|35=0|34=2|10=000|')).garbled, 'bad checksum');
    assert.match(decode(summed('8=FIX.4.4|9=11|35=0|34=2|')).garbled ?? '', /length/);
    assert.match(decode(summed('8=FIX.4.4|9=10|34=2|35=0|')).garbled ?? '', /first three/);
    assert.match(decode(summed('8=FIX.4.4|35=0|9=10|34=2|')).garbled ?? '', /first three/);
    assert.match(decode(summed('8=FIX.4.4|9=11|35=0|4x9=T|')).garbled ?? '', /without a tag/);
  });

  it('return their readable fields', () => {
    const decoded = decode(wire('8=FIX.4.4|9=10|35=8|34=7|11=A|10=000|'));
    assert.ok(decoded.message === undefined && decoded.remains !== undefined);
    assert.equal(decoded.garbled, 'bad checksum');
    assert.deepEqual([decoded.remains.msgType, fieldOf(decoded.remains, 34)], ['8', '7']);
    const noise = decode(wire('noise'));
    assert.ok(noise.message === undefined && noise.remains === undefined);
  });

  it('include the following message if their length extends into it', () => {
    const second = sound('35=0|34=3|49=A|56=B');
    const third = sound('35=0|34=4|49=A|56=B');
    const tooLong = wire('8=FIX.4.4|9=30|35=0|34=2|10=123|');
    const frames = createFramer().push(Buffer.concat([tooLong, second, third]));
    assert.equal(frames.length, 2);
    assert.ok(decode(frames[0] ?? second).garbled);
    assert.deepEqual(frames[1], third);
  });
});

describe('messages that are sound as a whole and cannot be cut into fields', () => {
  const unreadable = (frame: Buffer) => {
    const { message } = decode(frame);
    assert.ok(message);
    return message;
  };

  it('have a sequence number, and their readable fields', () => {
    for (const part of ['4x9=T', 'garbl', '95=9|96=TT', '=', '354=1|355=TT|31=9']) {
      const message = unreadable(framed(`35=8|34=2|${part}|11=A|`));
      assert.match(message.unreadable ?? '', /^a field without (a tag|an end)$/);
      assert.deepEqual([fieldOf(message, 34), fieldOf(message, 11)], ['2', 'A'], part);
    }
  });

  it('include those with too many fields or bytes', () => {
    const many = unreadable(framed(`35=8|34=2|11=A|${'58=x|'.repeat(2_000)}`));
    assert.equal(many.unreadable, 'too many fields');
    const long = framed(`35=8|34=2|11=A|58=${'x'.repeat(70_000)}|`);
    assert.deepEqual(createFramer().push(long), [long]);
    assert.equal(unreadable(long).unreadable, 'too many bytes');
  });

  it('are read in time proportional to their size', () => {
    const before = process.cpuUsage();
    unreadable(framed(`35=8|34=2|${'|'.repeat(200_000)}58=x|`));
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 2_000_000, `${user + system} µs`);
  });
});

/** Frames a body with a correct length and checksum. */
function framed(body: string): Buffer {
  return summed(`8=FIX.4.4|9=${body.length}|${body}`);
}

function summed(text: string): Buffer {
  const bytes = wire(text);
  const sum = [...bytes].reduce((total, byte) => total + byte, 0) % 256;
  return Buffer.concat([bytes, wire(`10=${String(sum).padStart(3, '0')}|`)]);
}
