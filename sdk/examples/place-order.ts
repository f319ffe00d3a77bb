// Places an order and follows its events to its contract note. The position of the last event is
// read before the order is placed, so that no event of the order is missed. After a broken
// connection, the stream resumes at that position.

import { type ApiEvent, createClient, idOf } from '@countinghouse/sdk';

const client = createClient({
  baseUrl: process.env.COUNTINGHOUSE_URL ?? 'http://127.0.0.1:8080',
  clientCredentials: {
    clientId: process.env.COUNTINGHOUSE_CLIENT_ID ?? '',
    clientSecret: process.env.COUNTINGHOUSE_CLIENT_SECRET ?? '',
  },
});
const [portfolioName = '0000000001', securityName = 'ACCESS'] = process.argv.slice(2);
const order = {
  portfolioName,
  securityName,
  orderType: 'BUY',
  priceType: 'MARKET',
  quantityRequested: 100,
  orderTermName: 'DAY',
  orderOrigin: 'API',
} as const;

const checked = await client.post('order/tradeorder/validate', { body: order });
console.log(`may be placed: ${checked.msgCode}`);

const since = await client.lastEventId();
const placed = await client.post('order/tradeorder/submit', { body: order });
const id = idOf(placed);
console.log(`order ${placed.name} placed`);

const types = ['trade-order.*', 'contract-note.issued'] as const;
for await (const event of client.events({ since, types })) {
  if (orderOf(event) !== id) continue;
  console.log(event.type);
  if (event.type === 'contract-note.issued') {
    await showNote(event.subjectId);
    break;
  }
  if (['trade-order.rejected', 'trade-order.cancelled'].includes(event.type)) {
    const { fixMessage } = await client.get('order/tradeorder/id/{id}', { path: { id } });
    console.log(`nothing was dealt: ${fixMessage ?? 'no reason was given'}`);
    process.exitCode = 1;
    break;
  }
}

function orderOf(event: ApiEvent): number {
  return event.type === 'contract-note.issued' ? event.data.orderId : event.subjectId;
}

async function showNote(noteId: number): Promise<void> {
  const path = { id: noteId };
  const note = await client.get('order/contractnote/id/{id}', { path });
  console.log(`note ${note.name}: ${note.quantity} at ${note.price}, pay ${note.netAmount}`);
  const paper = await client.file('order/contractnote/pdf/id/{id}', { path });
  console.log(`${paper.fileName}: ${paper.bytes.length} bytes`);
}
