// Before anything is drawn: an embed has no controls, and the scene of a link is not known yet.
const asked = location.search;
if (/[?&]embed=/.test(asked)) document.documentElement.dataset.embed = "";
else if (asked.length > 1) document.documentElement.dataset.linked = "";
