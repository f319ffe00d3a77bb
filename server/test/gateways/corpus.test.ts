// A corpus of provider messages and replies with their expected readings. `UPDATE_GOLDEN=1`
// rewrites the expected readings.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { smsReader } from '../../src/gateways/sms/read.js';
import { outcomeOf } from '../../src/gateways/smtp/outcome.js';
import { readWhatsApp } from '../../src/gateways/whatsapp/read.js';
import { splitDelivery } from '../../src/gateways/whatsapp/split.js';
import type { Reading, SendOutcome } from '../../src/modules/crm/index.js';
import { packageFolder } from '../../src/platform/package-folder.js';
import type { Json } from '../support/app.js';

const PHONE_NUMBER_ID = '109876543210';
const MESSAGES_MIN = 120;
const REPLIES_MIN = 60;
const TESTS = join(packageFolder(), 'test');

interface WhatsAppCase {
  readonly name: string;
  readonly field?: string;
  readonly value: object;
}

interface SmsCase {
  readonly name: string;
  readonly hex: string;
}

/** A mail server's reply, and the command that it answers. */
interface SmtpCase {
  readonly name: string;
  readonly command: string;
  readonly response: string;
}

const casesOf = (name: string): Json =>
  JSON.parse(readFileSync(join(TESTS, 'gateways', 'corpus', `${name}.json`), 'utf8'));

const whatsapp: readonly WhatsAppCase[] = casesOf('whatsapp');
const sms: readonly SmsCase[] = casesOf('sms');
const smtp: readonly SmtpCase[] = casesOf('smtp');

function whatsappReadings({ field = 'messages', value }: WhatsAppCase): readonly Reading[] {
  const metadata = { display_phone_number: '2347005550100', phone_number_id: PHONE_NUMBER_ID };
  const changes = [{ field, value: { messaging_product: 'whatsapp', metadata, ...value } }];
  const entry = [{ id: '0', changes }];
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
  const { delivery, isForeign } = splitDelivery(body, PHONE_NUMBER_ID);
  assert.equal(isForeign, false);
  return delivery.items.map(({ content = null }) => readWhatsApp({ content, body: null }));
}

const smsReadings = ({ hex }: SmsCase): readonly Reading[] => [
  smsReader('NG')({ content: null, body: Buffer.from(hex, 'hex') }),
];

function smtpReading({ command, response }: SmtpCase): SendOutcome {
  const responseCode = Number.parseInt(response, 10);
  const failure = { code: 'EENVELOPE', command, response, responseCode };
  return outcomeOf(Object.assign(new Error('refused'), failure));
}

const readings = {
  whatsapp: new Map(whatsapp.map((each) => [each.name, whatsappReadings(each)])),
  sms: new Map(sms.map((each) => [each.name, smsReadings(each)])),
  smtp: new Map(smtp.map((each) => [each.name, smtpReading(each)])),
};

type Readings = ReadonlyMap<string, readonly Reading[] | SendOutcome>;

const fileOf = (name: string) => join(TESTS, 'golden', 'inbound', `${name}.json`);

function renew(name: string, found: Readings): void {
  mkdirSync(dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), `${JSON.stringify(Object.fromEntries(found), null, 2)}\n`);
}

test(`the corpus has at least ${MESSAGES_MIN} messages, each with its own name`, () => {
  assert.equal(readings.whatsapp.size, whatsapp.length);
  assert.equal(readings.sms.size, sms.length);
  assert.ok(whatsapp.length + sms.length >= MESSAGES_MIN);
  assert.equal(readings.smtp.size, smtp.length);
  assert.ok(smtp.length >= REPLIES_MIN);
});

for (const name of ['whatsapp', 'sms', 'smtp'] as const) {
  describe(`the readings of ${name}`, () => {
    const found: Readings = readings[name];
    if (process.env.UPDATE_GOLDEN === '1') renew(name, found);
    const golden: Json = JSON.parse(readFileSync(fileOf(name), 'utf8'));

    test('have no golden reading without a message', () => {
      assert.deepEqual(Object.keys(golden), [...found.keys()]);
    });

    for (const [message, reading] of found) {
      test(`are unchanged: ${message}`, () => {
        assert.deepEqual(JSON.parse(JSON.stringify(reading)), golden[message]);
      });
    }
  });
}
