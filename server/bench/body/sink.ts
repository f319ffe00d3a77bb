// A server in a separate process that reads every body and refuses it. While the measured server is
// idle, it shows the load that the sender puts on the machine.

import { createServer } from 'node:http';

const server = createServer((request, reply) => {
  request.resume().on('end', () => reply.writeHead(413).end());
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.(`http://127.0.0.1:${address?.port}`);
});
process.once('disconnect', () => process.exit(0));
