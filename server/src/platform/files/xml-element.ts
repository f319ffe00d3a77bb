// Parses external XML completely and strictly. A document type declaration is refused, so no
// entities can be declared, expanded or fetched.

import { SaxesParser } from 'saxes';
import { othersTurn } from '../concurrency/turn.js';

/** Number of characters parsed before other requests are served. */
const SLICE_CHARACTERS = 16_384;

export interface XmlElement {
  /** The element's name without its prefix. */
  readonly name: string;
  /** The URI of the element's prefix, or of the default namespace. Empty if there is none. */
  readonly namespace: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The line of the file in which the element starts, counted from 1. */
  readonly row: number;
  /** The element's own text, without its child elements' text. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

interface OpenElement extends XmlElement {
  text: string;
  readonly children: XmlElement[];
}

/** The maximum number of elements in a document, and their maximum nesting depth. */
interface XmlLimits {
  readonly elementsMax: number;
  readonly depthMax: number;
}

/**
 * Parses a document and returns its root element.
 * @throws the error that `refuse` returns, with the line where the problem was found, if the file
 * is not well-formed, has a document type, or exceeds the limits
 */
export async function readXml(
  file: string,
  limits: XmlLimits,
  refuse: (row: number, detail: string) => Error,
): Promise<XmlElement> {
  const parser = new SaxesParser({ xmlns: true });
  const fail = (detail: string) => refuse(parser.line, detail);
  const outside: OpenElement = elementOf('', parser.line);
  const open = [outside];
  let elements = 0;
  parser.on('error', ({ message }) => {
    throw fail(`is not XML: ${message.replace(/^[\d:]+ /, '')}`);
  });
  parser.on('doctype', () => {
    throw fail('has a document type declaration, which is not allowed');
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    elements += 1;
    if (elements > limits.elementsMax) throw fail(`has more than ${limits.elementsMax} elements`);
    if (open.length > limits.depthMax)
      throw fail(`is nested more than ${limits.depthMax} elements deep`);
    const values = Object.values(attributes).map(
      ({ local: name, value }) => [name, value] as const,
    );
    const element = elementOf(local, parser.line, { namespace: uri, attributes: new Map(values) });
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  for (let start = 0; start < file.length; start += SLICE_CHARACTERS) {
    parser.write(file.slice(start, start + SLICE_CHARACTERS));
    await othersTurn();
  }
  parser.close();
  const [root] = outside.children;
  if (root === undefined) throw fail('is not XML: it has no element');
  return root;
}

function elementOf(
  name: string,
  row: number,
  more: Partial<Pick<XmlElement, 'namespace' | 'attributes'>> = {},
): OpenElement {
  return { name, row, namespace: '', attributes: new Map(), ...more, text: '', children: [] };
}

/** Returns the elements at a path of names below an element, in document order. */
export function elementsAt(element: XmlElement, path: string): XmlElement[] {
  return path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) =>
        found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    );
}

/** Returns the text of the first element at a path. Undefined if there is none or it is empty. */
export function textAt(element: XmlElement, path: string): string | undefined {
  return elementsAt(element, path)[0]?.text.trim() || undefined;
}
