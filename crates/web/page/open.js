// The landing page: exchanges the link for a cookie at once. Without scripts its button does the same.

document.getElementById("open").submit();
