import { expect, test } from 'vitest';
import { senderAddress } from './sender-address.ts';

test('senders that are one are told as one', () => {
  for (const own of ['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.2'])
    expect(senderAddress(own)).toBe('127.0.0.1');
  expect(senderAddress('203.0.113.7')).toBe('203.0.113.7');
  expect(senderAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
  for (const address of ['2001:db8::1', '2001:DB8:0:0:ffff::', '2001:0db8:0:0:1:2:3:4', '2001:db8::192.0.2.1'])
    expect(senderAddress(address)).toBe('2001:db8:0:0::/64');
  expect(senderAddress('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(senderAddress('1:2:3:4:5:6:7::')).toBe('1:2:3:4::/64');
  expect(senderAddress('::')).toBe('0:0:0:0::/64');
  expect(senderAddress('')).toBe('');
});
