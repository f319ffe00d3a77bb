// Types for the parts of the smpp package that we use. The package itself has no types.

declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';

  /** A protocol data unit. Its members depend on its command. */
  interface Pdu {
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    readonly system_id?: string;
    readonly password?: string;
    readonly message_id?: string;
    readonly esm_class?: number;
    readonly source_addr?: string;
    readonly destination_addr?: string;
    readonly data_coding?: number;
    readonly registered_delivery?: number;
    readonly short_message?: SmppText | string;
    readonly message_payload?: SmppText | string;
    readonly receipted_message_id?: string;
    readonly message_state?: number;
    readonly user_message_reference?: number;
    readonly sar_msg_ref_num?: number;
    readonly sar_total_segments?: number;
    readonly sar_segment_seqnum?: number;
    /** The octets of a received PDU. `keepOctets` sets it. */
    readonly octets?: Buffer;
    response(members?: object): Pdu;
  }

  interface SmppText {
    /** A string, or octets if the coding is unknown to the package. */
    readonly message: string | Buffer;
    readonly udh?: readonly Buffer[];
  }

  interface Session extends EventEmitter {
    readonly socket: Socket;
    /** Returns false if the connection is no longer writable. */
    send(pdu: Pdu, answered?: (answer: Pdu) => void): boolean;
    bind_transceiver(members: object, answered: (answer: Pdu) => void): boolean;
    submit_sm(members: object, answered: (answer: Pdu) => void): boolean;
    deliver_sm(members: object, answered: (answer: Pdu) => void): boolean;
    data_sm(members: object, answered: (answer: Pdu) => void): boolean;
    enquire_link(members: object, answered: (answer: Pdu) => void): boolean;
    unbind(members: object, answered: (answer: Pdu) => void): boolean;
    close(): void;
    destroy(): void;
  }

  interface Smpp {
    connect(options: {
      readonly host: string;
      readonly port: number;
      readonly tls: boolean;
    }): Session;
    createServer(onSession: (session: Session) => void): NetServer;
    readonly PDU: { readonly prototype: { fromBuffer(octets: Buffer): void } };
    readonly gsmCoder: { decode(octets: Buffer, table: number): string };
    readonly encodings: {
      readonly ASCII: { encode(text: string): Buffer };
      readonly UCS2: { encode(text: string): Buffer };
    };
  }

  const smpp: Smpp;

  export type { Pdu, Session, SmppText };
  export = smpp;
}
