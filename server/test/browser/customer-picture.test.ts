// A customer's picture in the console: initials, a new picture, refusals, and who sees it.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { deflateSync } from 'node:zlib';
import { type Desk, openRoom } from '../support/page/browser.js';
import { picturesOf } from '../support/page/size.js';

const CUSTOMER = '/customers/9';

/** Returns a PNG of one colour, with this many pixels on each side. */
function png(sidePx: number, colour: readonly [number, number, number]): Buffer {
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(Array.from({ length: sidePx }, () => colour).flat()),
  ]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(sidePx, 0);
  head.writeUInt32BE(sidePx, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: sidePx }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function crc32(data: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

describe('the picture of a customer', () => {
  const { app, sit, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);
  const file = (buffer: Buffer, name = 'face.png', mimeType = 'image/png') => ({
    ...{ name, mimeType, buffer },
  });

  it('is replaced from the page, which checks its type and size first', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go(CUSTOMER);
    const [avatar, dialog] = [page.locator('.avatar'), page.getByRole('dialog')];
    await avatar.getByText(/^[A-Z]{2}$/).waitFor();
    // The width is left out, because it depends on the buttons beside the title, which appear
    // later.
    const placeOfTitle = async () => {
      const box = await page.locator('h1').boundingBox();
      return [box?.x, box?.y, box?.height];
    };
    const before = await placeOfTitle();
    await page.getByRole('button', { name: /View or replace the picture$/ }).click();
    const chosen = dialog.getByLabel(/^New picture/);
    await chosen.setInputFiles(file(Buffer.from('%PDF-1.7'), 'face.pdf', 'application/pdf'));
    await dialog.getByText('The picture must be a JPEG or a PNG.').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Replace' }).isDisabled(), true);
    await chosen.setInputFiles(file(Buffer.alloc(2_000_001)));
    await dialog.getByText('The picture is larger than 2 MB. Choose a smaller one.').waitFor();
    // The server checks the file's content, whatever its name.
    await chosen.setInputFiles(file(Buffer.from('no picture at all')));
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await dialog.getByText('must be a JPEG or a PNG', { exact: true }).waitFor();
    await picturesOf(desk, 'picture-refused');
    await chosen.setInputFiles(file(png(64, [40, 120, 90])));
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('The picture has been replaced.').waitFor();
    const shown = avatar.getByRole('img', { name: /^Picture of / });
    await shown.waitFor();
    assert.equal(await shown.evaluate((image) => Reflect.get(image, 'naturalWidth')), 64);
    assert.deepEqual(await placeOfTitle(), before);
    await picturesOf(desk, 'picture');
    await page.getByRole('button', { name: /View or replace the picture$/ }).click();
    await dialog.getByRole('img').waitFor();
    await picturesOf(desk, 'picture-dialog');
    await page.keyboard.press('Escape');
    const read = await app().as('OPERATIONS').get('/api/v1/partner/customer/id/9');
    const { pictureMimeType, pictureFileName } = read.body;
    assert.deepEqual([pictureMimeType, pictureFileName], ['image/png', 'face.png']);
    silent(desk);
  });

  it('is seen by a dealer, who cannot replace it, and not by an auditor', async () => {
    const dealer = await sit('DEALER');
    await dealer.go(CUSTOMER);
    // Clicking the initials has no effect until the picture has loaded.
    await dealer.page.locator('button.avatar').click();
    const dialog = dealer.page.getByRole('dialog');
    await dialog.getByRole('img').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Replace' }).count(), 0);
    silent(dealer);
    const auditor = await sit('AUDITOR');
    await auditor.go(CUSTOMER);
    await auditor.page.getByRole('navigation', { name: 'Sections' }).waitFor();
    assert.equal(await auditor.page.locator('.avatar').count(), 0);
    silent(auditor);
  });
});
