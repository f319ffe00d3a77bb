// Delivers waiting reports to the members' sessions, one delivery at a time per member.

/** Sends one batch of a member's waiting reports. Returns whether there may be more. */
type SendPortion = (member: string) => Promise<boolean>;

export interface Delivery {
  /**
   * Starts a delivery, or makes a running delivery check again. Failures are reported, not thrown.
   */
  deliver(member: string): void;
  /** Resolves when no delivery is running. */
  settled(): Promise<void>;
}

/**
 * Creates the deliveries for an exchange. The reports of a member that is not logged on are kept in
 * the tables until its next logon.
 */
export function createDelivery(
  send: SendPortion,
  settings: {
    readonly roundsMax: number;
    readonly onFailure: (member: string, error: unknown) => void;
  },
): Delivery {
  const underWay = new Map<string, Promise<void>>();
  const askedAgain = new Set<string>();
  const run = async (member: string) => {
    for (let round = 0; round < settings.roundsMax; round += 1) {
      askedAgain.delete(member);
      const more = await send(member);
      if (!more && !askedAgain.has(member)) return;
    }
  };
  const deliver = (member: string) => {
    askedAgain.add(member);
    if (underWay.has(member)) return;
    const running = run(member)
      .catch((error: unknown) => settings.onFailure(member, error))
      .finally(() => underWay.delete(member));
    underWay.set(member, running);
  };
  return {
    deliver,
    settled: async () => {
      await Promise.all(underWay.values());
    },
  };
}
