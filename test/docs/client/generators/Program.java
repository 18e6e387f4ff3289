import com.google.gson.GsonBuilder;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.CompaniesApi;
import org.openapitools.client.api.WatchListApi;
import org.openapitools.client.model.ApiError;
import org.openapitools.client.model.ChangePage;
import org.openapitools.client.model.Change;
import org.openapitools.client.model.CompaniesRequest;
import org.openapitools.client.model.Company;
import org.openapitools.client.model.SearchPage;
import org.openapitools.client.model.WatchListChange;

public final class Program {
  private static ApiClient open(String variable) {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("BASE_URL"));
    client.setBearerToken(System.getenv(variable));
    return client;
  }

  private static ApiException refuse(String variable, String idno) {
    try {
      new CompaniesApi(open(variable)).getCompany(idno, null, null);
    } catch (ApiException refusal) {
      return refusal;
    }
    throw new IllegalStateException("not refused");
  }

  private static String toError(ApiException refusal) {
    ApiError error = JSON.deserialize(refusal.getResponseBody(), ApiError.class);
    return error.getError();
  }

  public static void main(String[] arguments) throws ApiException {
    String idno = arguments[0];
    String unknown = arguments[1];
    CompaniesApi api = new CompaniesApi(open("API_KEY"));
    WatchListApi watchList = new WatchListApi(open("API_KEY"));
    Map<String, Object> output = new LinkedHashMap<>();
    output.put("name", api.getCompany(idno, null, null).getName());
    List<String> batch = new ArrayList<>();
    CompaniesRequest asked = new CompaniesRequest().idnos(List.of(idno, unknown));
    for (Company one : api.getCompanies(asked).getCompanies()) {
      batch.add(one == null ? null : one.getName());
    }
    output.put("batch", batch);
    int found = 0;
    String after = null;
    do {
      SearchPage page = api.searchCompanies(null, "activa", null, null, null, 50, after, null, null);
      found += page.getCompanies().size();
      after = page.getNext();
    } while (after != null);
    output.put("found", found);
    int changes = 0;
    LocalDate from = LocalDate.parse(arguments[2]);
    String cursor = null;
    boolean more = true;
    while (more) {
      ChangePage page = api.listChanges(cursor, from, 2, null, null);
      for (Change change : page.getChanges()) {
        if (change.getKind() == Change.KindEnum.CREATED) changes++;
      }
      from = null;
      cursor = page.getNext();
      more = page.getMore();
    }
    output.put("changes", changes);
    watchList.watchCompany(idno);
    output.put("added", watchList.changeWatchList(new WatchListChange().add(List.of(unknown))).getAdded());
    watchList.unwatchCompany(idno);
    output.put("watched", watchList.getWatchList(null, null, null).getIdnos());
    watchList.unwatchCompany(unknown);
    ApiException limited = refuse("USED_UP_KEY", idno);
    output.put(
        "errors",
        List.of(
            toError(refuse("WRONG_KEY", idno)),
            toError(refuse("NO_PLAN_KEY", idno)),
            toError(refuse("API_KEY", unknown)),
            toError(limited)));
    output.put("retryAfter", Integer.valueOf(limited.getResponseHeaders().get("Retry-After").get(0)));
    System.out.println(new GsonBuilder().serializeNulls().create().toJson(output));
  }
}
