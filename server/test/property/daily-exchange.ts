// A model of an exchange that keeps orders only for the day. It decides immediately, but the
// reports about its only order arrive later, in sequence.

import assert from 'node:assert/strict';
import type { Instruction } from '../../src/modules/order/index.js';
import type { Said } from '../support/order-desk.js';

interface Entry {
  clOrdId: string;
  quantity: number;
  filled: number;
  isLive: boolean;
  /** The limit price, at which the order is filled. */
  price: string;
}

/** A fill in force, as the exchange reported it. */
export interface Filled {
  readonly execId: string;
  readonly quantity: number;
}

/** A report: OrdStatus (39) and its other contents. */
export interface Spoken {
  readonly status: string;
  readonly said: Said;
}

export class DailyExchange {
  /** Reports that have been sent but have not arrived, oldest first. */
  readonly line: Spoken[] = [];
  /** Fills in force, oldest first. */
  readonly fills: Filled[] = [];
  readonly #entries: Entry[] = [];
  readonly #name: string;
  #lastExecId = 0;

  /** @param name begins the ExecIDs, which must differ from those of other exchange orders */
  constructor(name = 'E') {
    this.#name = name;
  }

  take(told: Instruction): void {
    switch (told.kind) {
      case 'NEW':
        this.#enter(told);
        return;
      case 'STATUS': {
        const entry = this.#find(told);
        this.#speak(statusOf(entry), entry, { type: 'I' });
        return;
      }
      case 'CANCEL':
      case 'REPLACE':
        this.#change(told);
    }
  }

  /** Fills up to this many units of the live order. */
  fill(most: number): void {
    const entry = this.#entries.find(({ isLive }) => isLive);
    if (entry === undefined) return;
    const quantity = Math.min(most, entry.quantity - entry.filled);
    entry.filled += quantity;
    entry.isLive = entry.filled < entry.quantity;
    const execId = this.#speak(entry.isLive ? '1' : '2', entry, { fill: [quantity, entry.price] });
    this.fills.push({ execId, quantity });
  }

  /** Withdraws a fill. The quantity is not offered again. */
  bust(fill: Filled): void {
    const entry = this.#takeOff(fill);
    this.#speak(statusOf(entry), entry, { type: 'H', ref: fill.execId });
  }

  /** Replaces a fill with one for fewer units. */
  correct(fill: Filled, quantity: number): void {
    const entry = this.#takeOff(fill);
    entry.filled += quantity;
    const said: Said = { type: 'G', ref: fill.execId, fill: [quantity, entry.price] };
    this.fills.push({ execId: this.#speak(statusOf(entry), entry, said), quantity });
  }

  #takeOff(fill: Filled): Entry {
    const entry = this.#entries.at(-1);
    const place = this.fills.indexOf(fill);
    assert.ok(entry !== undefined && place >= 0, 'a fill in force is withdrawn');
    this.fills.splice(place, 1);
    entry.filled -= fill.quantity;
    return entry;
  }

  endDay(): void {
    for (const entry of this.#entries.filter(({ isLive }) => isLive)) {
      entry.isLive = false;
      this.#speak('C', entry);
    }
  }

  /** Returns the total number of filled units. */
  filled(): number {
    return this.#entries.reduce((sum, { filled }) => sum + filled, 0);
  }

  /** Returns the number of units that can still be filled. */
  working(): number {
    const live = this.#entries.filter(({ isLive }) => isLive);
    return live.reduce((sum, { quantity, filled }) => sum + quantity - filled, 0);
  }

  #enter({ clOrdId, quantity, limitPrice }: Instruction): void {
    assert.equal(this.working(), 0, 'one exchange order works at a time');
    const price = limitPrice?.toFixed(2) ?? '25.00';
    const entry = { clOrdId, quantity: Number(quantity), filled: 0, isLive: true, price };
    this.#entries.push(entry);
    this.#speak('0', entry);
  }

  #change(told: Instruction): void {
    const entry = this.#find(told);
    const ids = { clOrdId: told.clOrdId, origClOrdId: entry.clOrdId };
    if (!entry.isLive) {
      this.line.push({ status: statusOf(entry), said: { ...ids, type: '9' } });
      return;
    }
    if (told.kind === 'CANCEL') {
      entry.isLive = false;
      this.#speak('4', entry, ids);
      return;
    }
    entry.quantity = Math.max(Number(told.quantity), entry.filled);
    entry.isLive = entry.quantity > entry.filled;
    entry.clOrdId = told.clOrdId;
    entry.price = told.limitPrice?.toFixed(2) ?? entry.price;
    this.#speak(statusOf(entry), entry, { ...ids, type: '5', quantity: entry.quantity });
  }

  #find({ origClOrdId }: Instruction): Entry {
    const entry = this.#entries.find(({ clOrdId }) => clOrdId === origClOrdId);
    assert.ok(entry, 'a change or a question names an order that was entered');
    return entry;
  }

  #speak(status: string, entry: Entry, said: Said = {}): string {
    this.#lastExecId += 1;
    const execId = `${this.#name}${this.#lastExecId}`;
    const about = { clOrdId: entry.clOrdId, cum: entry.filled, execId };
    this.line.push({ status, said: { ...about, ...said } });
    return execId;
  }
}

function statusOf({ isLive, filled, quantity }: Entry): string {
  if (isLive) return filled > 0 ? '1' : '0';
  return filled === quantity ? '2' : 'C';
}
