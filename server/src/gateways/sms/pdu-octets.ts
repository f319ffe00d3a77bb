// Makes the smpp package keep the octets of each PDU that it reads. The package itself exposes only
// decoded values, and ends the session at a PDU that it cannot decode.

import smpp from 'smpp';

const DELIVERIES = new Map([
  [0x05, 'deliver_sm'],
  [0x0103, 'data_sm'],
]);

let isKept = false;

/** Patches the package, once per process. */
export function keepOctets(): void {
  if (isKept) return;
  isKept = true;
  const { prototype } = smpp.PDU;
  const decode = prototype.fromBuffer;
  prototype.fromBuffer = function fromBuffer(octets: Buffer): void {
    // The property is not enumerable, because the package treats each enumerable member as a
    // parameter.
    Object.defineProperty(this, 'octets', { value: octets });
    try {
      decode.call(this, octets);
    } catch (error) {
      // A delivery that cannot be decoded is stored as received. Otherwise the centre would repeat
      // it forever.
      const command = DELIVERIES.get(octets.readUInt32BE(4));
      if (command === undefined) throw error;
      Object.assign(this, { command });
    }
  };
}
