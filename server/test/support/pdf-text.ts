// Extracts the text of our own PDFs page by page, as a reader sees it.

import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

type Objects = ReadonlyMap<string, string>;

/** Returns the text of each page. Text at the same position forms one line. */
export function pdfPages(bytes: Buffer): string[] {
  assert.equal(bytes.subarray(0, 5).toString('latin1'), '%PDF-');
  assert.match(bytes.subarray(-8).toString('latin1'), /%%EOF/);
  const objects = objectsOf(bytes.toString('latin1'));
  const root = [...objects.values()].find((text) => text.includes('/Type /Pages'));
  const kids = /\/Kids \[([^\]]*)\]/.exec(root ?? '')?.[1] ?? '';
  return references(kids).map((id) => pageText(objects, objects.get(id) ?? ''));
}

function objectsOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, id = '', body = ''] of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    found.set(id, body);
  }
  return found;
}

function references(text: string): string[] {
  return [...text.matchAll(/(\d+) 0 R/g)].map(([, id = '']) => id);
}

function streamOf(body: string): string {
  const [head = '', ...rest] = body.split('stream\n');
  const data = Buffer.from(rest.join('stream\n').replace(/\nendstream$/, ''), 'latin1');
  return (head.includes('/FlateDecode') ? inflateSync(data) : data).toString('latin1');
}

function pageText(objects: Objects, page: string): string {
  const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)?.[1] ?? '') ?? page;
  const fonts = new Map<string, Map<number, string>>();
  for (const [, name = '', id = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    fonts.set(name, charactersOf(objects, objects.get(id) ?? ''));
  }
  const content = streamOf(objects.get(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '') ?? '');
  let font: Map<number, string> | undefined;
  const lines: string[] = [];
  for (const [block] of content.matchAll(/BT\n[\s\S]*?\nET/g)) {
    let line = '';
    for (const [, name, shown = ''] of block.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name === undefined) line += decode(shown, font);
      else font = fonts.get(name);
    }
    lines.push(line.normalize('NFC'));
  }
  return lines.join('\n');
}

function decode(shown: string, font: Map<number, string> | undefined): string {
  const glyphs = [...shown.matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex = '']) =>
    [...hex.matchAll(/.{4}/g)].map(([four]) => Number.parseInt(four, 16)),
  );
  return glyphs.map((glyph) => font?.get(glyph) ?? '?').join('');
}

function charactersOf(objects: Objects, font: string): Map<number, string> {
  const map = new Map<number, string>();
  const id = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1] ?? '';
  const ranges = streamOf(objects.get(id) ?? '').matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g);
  for (const [, first = '', list = ''] of ranges) {
    const start = Number.parseInt(first, 16);
    for (const [index, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      const units = [...hex.replaceAll(' ', '').matchAll(/.{4}/g)].map(([four]) =>
        Number.parseInt(four, 16),
      );
      map.set(start + index, String.fromCharCode(...units));
    }
  }
  return map;
}
