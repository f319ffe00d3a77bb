// A client's address behind proxies, and the address range to which limits apply.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proxySettings, wrongProxy } from '../../../src/config/proxy.js';
import {
  addressOf,
  forwardingWatch,
  networkOf,
  trustIn,
} from '../../../src/platform/http/request/client-address.js';

test('a network is trusted with all its addresses, also written as IPv4 in IPv6', () => {
  const isTrusted = trustIn(['10.0.0.0/8', 'fd00::/8', '127.0.0.1/32']);
  for (const address of ['10.255.0.1', '::ffff:10.0.0.1', 'fd12::1', '127.0.0.1', '10.0.0.1:80']) {
    assert.equal(isTrusted(address), true, address);
  }
  for (const address of ['11.0.0.1', '::1', 'fe80::1', '127.0.0.2', 'unknown', '']) {
    assert.equal(isTrusted(address), false, address);
  }
  assert.equal(trustIn([])('127.0.0.1'), false);
});

test('hops that are not addresses are ignored in favour of the proxy that sent them', () => {
  const of = (...hops: string[]) => addressOf({ ip: hops.at(-1) ?? '', ips: hops });
  assert.equal(of('10.0.0.1', '203.0.113.9'), '203.0.113.9');
  assert.equal(of('10.0.0.1', 'unknown'), '10.0.0.1');
  assert.equal(of('10.0.0.1', '<script>'), '10.0.0.1');
  assert.equal(of('10.0.0.1', '203.0.113.9:4711'), '203.0.113.9');
  assert.equal(of('10.0.0.1', '[2001:db8::1]:4711'), '2001:db8::1');
  assert.equal(of('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(of('fe80::1%eth0'), 'fe80::1');
});

test('limits are counted by an IPv4 address or the /64 of an IPv6 address', () => {
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1');
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(networkOf('2001:db8:1:2:3::4'), '2001:db8:1:2::/64');
  assert.equal(networkOf('2001:db8:1:2:ffff::'), networkOf('2001:db8:1:2::1'));
  assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'));
});

test('a proxy that is not trusted causes one warning, which names the setting', () => {
  const warnings: string[] = [];
  const log = { warn: (_: unknown, text: string) => warnings.push(text) };
  const watch = forwardingWatch(log, trustIn(['10.0.0.1/32']));
  const request = (address: string, forwarded?: string) =>
    watch({
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: address },
    });
  request('127.0.0.1');
  request('10.0.0.1', '203.0.113.9');
  assert.equal(warnings.length, 0);
  request('127.0.0.1', '203.0.113.9');
  request('127.0.0.1', '203.0.113.9');
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /COUNTINGHOUSE_TRUSTED_PROXIES/);
});

test('the setting accepts networks and addresses, and refuses text and all addresses', () => {
  const of = (text: string) =>
    proxySettings({ COUNTINGHOUSE_TRUSTED_PROXIES: text }, false).trustedProxies;
  assert.deepEqual(of(''), []);
  assert.deepEqual(of('127.0.0.1, ::1,10.0.0.0/8'), ['127.0.0.1/32', '::1/128', '10.0.0.0/8']);
  assert.equal(wrongProxy(of('127.0.0.1,fd00::/8')), undefined);
  assert.match(wrongProxy(of('proxy.example.com')) ?? '', /is not a network/);
  assert.match(wrongProxy(['0.0.0.0/0']) ?? '', /every caller/);
});
