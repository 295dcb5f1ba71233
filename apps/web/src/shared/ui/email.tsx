/** An e-mail address, set off from the words around it. If it is too long for a line, it breaks before its @. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <bdi>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  );
}
